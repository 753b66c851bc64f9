type Props = {
  demo: boolean
  methods: string[]
  hasForm: boolean
  selectedMethod: string | undefined
  /** Why this order can't be paid by card. */
  cardProblem: string | undefined
  /** Gift cards and store credit pay for everything. */
  isCovered: boolean
}

export function PaymentChoice({
  demo,
  methods,
  hasForm,
  selectedMethod = 'card',
  cardProblem,
  isCovered,
}: Props) {
  return (
    <div className="border-hairline border-y col-span-2">
      <Choice
        value="card"
        title={isCovered ? 'Gift card or store credit' : paymentTitle(methods)}
        hint={
          cardProblem ??
          (isCovered
            ? 'It covers your order, so there’s nothing left to pay.'
            : hasForm
              ? FORM_HINT
              : CARD_HINT)
        }
        isError={cardProblem !== undefined}
        checked={selectedMethod !== 'demo'}
      />
      {demo && (
        <Choice
          value="demo"
          title="Demo payment"
          hint="Places a test order. You won’t be charged, and nothing ships. You need to be signed in."
          checked={selectedMethod === 'demo'}
        />
      )}
    </div>
  )
}

const CARD_HINT = 'You’ll pay securely with our payment provider, then return here.'

const FORM_HINT = 'You’ll pay on the next page. We hold your items meanwhile.'

const LIST = new Intl.ListFormat('en', { type: 'disjunction' })

function paymentTitle(methods: string[]): string {
  return methods.length > 1 ? LIST.format(methods) : 'Credit or debit card'
}

type ChoiceProps = { value: string; title: string; hint: string; checked: boolean; isError?: boolean }

function Choice({ value, title, hint, checked, isError }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer gap-x-5 border-hairline py-5 [&:not(:first-child)]:border-t">
      <input
        type="radio"
        name="payment"
        value={value}
        defaultChecked={checked}
        aria-describedby={`${value}-hint`}
        className="mt-1 size-5 shrink-0 cursor-pointer accent-rosewood"
      />
      <span>
        <span className="block">{title}</span>
        <span
          id={`${value}-hint`}
          className={`mt-1 block text-small ${isError ? 'text-rosewood' : 'text-ink-soft'}`}
        >
          {hint}
        </span>
      </span>
    </label>
  )
}
