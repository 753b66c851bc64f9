import { useEffect, useRef, useState } from 'react'
import { giftCardName, MAX_CODE_LENGTH, normalizeGiftCardCode } from '#core/gift-cards/gift-card.ts'
import { type Currency, formatMoney } from '#core/money.ts'
import type { DisplayedPayment } from '#core/storefront/displayed-payment.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { addGiftCard, type GiftCardChoice } from './use-gift-cards.ts'

/** The field that a gift card is typed into. Without scripts, it is sent with the form. */
export const GIFT_CARD_FIELD = 'gift_card_codes'

type Props = {
  payment: DisplayedPayment | null
  currency: Currency
  choice: GiftCardChoice
  isScripted: boolean
  error: string | undefined
  onChoose: (choice: GiftCardChoice) => void
}

export function GiftCardFields({ payment, currency, choice, isScripted, error, onChoose }: Props) {
  const input = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { giftCards = [], credit = 0 } = payment ?? {}
  const money = (amount: number) => formatMoney({ amount, currency })

  function apply() {
    const field = input.current?.querySelector('input')
    if (!field?.value.trim()) return field?.focus()
    setProblem(null)
    onChoose(addGiftCard(choice, field.value))
  }

  // A code that can't pay stays in the field, and one that can moves to the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new response tells
  useEffect(() => {
    const field = input.current?.querySelector('input')
    if (payment?.problem) {
      setProblem(payment.problem)
      onChoose({ ...choice, codes: payment.codes })
      field?.focus()
    } else if (field && payment?.codes.includes(normalizeGiftCardCode(field.value))) {
      field.value = ''
      setOpen(false)
    }
  }, [payment])

  return (
    <div className="col-span-2">
      {(credit > 0 || choice.useCredit) && (
        <label className="flex min-h-11 cursor-pointer items-center gap-x-5">
          <input
            type="checkbox"
            name="store_credit"
            checked={choice.useCredit}
            onChange={({ target }) => onChoose({ ...choice, useCredit: target.checked })}
            className="size-5 shrink-0 cursor-pointer accent-rosewood"
          />
          Use my store credit of {money(credit)}
        </label>
      )}
      {giftCards.map(({ code, last4, amount }) => (
        <p key={last4} className="tabular flex min-h-11 items-center gap-x-4 text-small">
          <span className="grow">{giftCardName(last4)}</span>
          <span>−{money(amount)}</span>
          {code && (
            <button
              type="button"
              className="link-line min-h-11"
              onClick={() => onChoose({ ...choice, codes: choice.codes.filter((other) => other !== code) })}
            >
              Remove<span className="sr-only"> {giftCardName(last4)}</span>
            </button>
          )}
        </p>
      ))}
      {isScripted &&
        choice.codes.map((code) => <input key={code} type="hidden" name={GIFT_CARD_FIELD} value={code} />)}
      <details
        open={isOpen || error !== undefined}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="link-line inline-flex min-h-11 cursor-pointer items-center">
          {giftCards.some(({ code }) => code) ? 'Add another gift card' : 'Add a gift card'}
        </summary>
        <div ref={input} className="mt-4 flex items-start gap-x-5">
          <Field
            label="Gift card code"
            name={GIFT_CARD_FIELD}
            maxLength={MAX_CODE_LENGTH}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="grow"
            error={problem ?? error}
            onInput={() => setProblem(null)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              apply()
            }}
          />
          {isScripted && (
            <Button type="button" variant="secondary" className="mt-6 px-5" onClick={apply}>
              Apply
            </Button>
          )}
        </div>
      </details>
      <p role="status" className="sr-only">
        {giftCards.length > 0 && payment && `Left to pay by card: ${money(payment.due)}`}
      </p>
    </div>
  )
}
