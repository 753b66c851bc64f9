import { data } from 'react-router'
import { formatDate } from '#core/dates.ts'
import { Refusal } from '#core/errors.ts'
import { findBalance } from '#core/gift-cards/find-gift-cards.server.ts'
import { giftCardName, MAX_CODE_LENGTH } from '#core/gift-cards/gift-card.ts'
import { formatMoney } from '#core/money.ts'
import { usePageResult } from '../forms/action-form.tsx'
import { FormNotice } from '../forms/form-notice.tsx'
import { type FormResult, fieldText } from '../forms/form-result.ts'
import { keepFormOnFailure } from '../forms/keep-form-on-failure.ts'
import { PageForm } from '../forms/page-form.tsx'
import { withFormErrors } from '../forms/with-form-errors.ts'
import { noStore, shopContext } from '../request-context.ts'
import { Article, articleMeta } from '../storefront/article.tsx'
import { Field } from '../ui/fields/field.tsx'
import { SubmitButton } from '../ui/form-buttons.tsx'
import type { Route } from './+types/balance'

const LEAD = 'Enter the code from the email or the printed card.'

export const meta = articleMeta('Gift card balance', LEAD, '/gift-cards/balance')

export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  return null
}

export const clientMiddleware = keepFormOnFailure()

type BalanceResult = FormResult & { balance?: { name: string; amount: string; note: string } }

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  return withFormErrors(context, 'We couldn’t check this code', form, async () => {
    const ctx = shopContext(context)
    const card = await findBalance(ctx, fieldText(form, 'card')).catch(nameField)
    const { last4, balance: amount, currency, expiresAt } = card
    const isExpired = expiresAt !== null && expiresAt <= ctx.now
    const day = expiresAt && formatDate(expiresAt, 'UTC')
    const note = day ? `${isExpired ? 'Expired on' : 'Valid until'} ${day}.` : 'It doesn’t expire.'
    const balance = { name: giftCardName(last4), amount: formatMoney({ amount, currency }), note }
    return data<BalanceResult>({ balance, status: 200 })
  })
}

/** The field isn’t named after the code, because codes aren’t shown again after an error. */
function nameField(error: unknown): never {
  if (!(error instanceof Refusal) || !error.fields?.code) throw error
  throw new Refusal(error.code, error.message, { card: error.fields.code })
}

export default function GiftCardBalance() {
  const result = usePageResult<BalanceResult>()
  return (
    <Article title="Gift card balance" lead={LEAD}>
      <div className="max-w-[34rem]">
        <FormNotice className="mb-8" />
        {result?.balance && (
          <div role="status" className="mb-10 border-hairline border-y py-6">
            <p className="text-ink-soft text-small">{result.balance.name}</p>
            <p className="tabular mt-2 font-display text-title">{result.balance.amount}</p>
            <p className="mt-2 text-ink-soft text-small">{result.balance.note}</p>
          </div>
        )}
        <PageForm>
          <Field
            label="Gift card code"
            name="card"
            maxLength={MAX_CODE_LENGTH}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-required
          />
          <SubmitButton>Check balance</SubmitButton>
        </PageForm>
      </div>
    </Article>
  )
}
