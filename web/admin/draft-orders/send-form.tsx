import { PAYMENT_LINK_DAYS } from '#core/draft-orders/draft-order.ts'
import type { DraftOrder } from '#core/draft-orders/find-draft-order.server.ts'
import type { DraftPrice } from '#core/draft-orders/price-draft.server.ts'
import { formatMoney } from '#core/money.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { Section } from '../ui/section.tsx'

type Props = { path: string; draft: DraftOrder; price: DraftPrice }

export function SendForm({ path, draft, price: { quote } }: Props) {
  const { version, email, shippingAddress } = draft
  return (
    <Section title="Send">
      {quote && shippingAddress ? (
        <ActionForm action={`${path}/send`} className="space-y-3">
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="total" value={quote.total} />
          <input type="hidden" name="currency" value={quote.currency} />
          <p>
            We email {email} a link to pay {formatMoney({ amount: quote.total, currency: quote.currency })},
            and hold the items for {PAYMENT_LINK_DAYS} days.
          </p>
          <Field
            label="Gift card code"
            name="gift_card_codes"
            autoComplete="off"
            hint="Optional. If it covers the total, the order is paid at once."
          />
          <SubmitButton>Send payment link</SubmitButton>
        </ActionForm>
      ) : (
        <p className="text-ink-soft">
          {quote ? 'Save the delivery address first.' : 'Add items that are for sale and in stock first.'}
        </p>
      )}
      <div className="mt-4">
        <ConfirmDetails
          label="Delete draft…"
          question="Delete this draft? Nothing was sent to the customer."
          action={`${path}/removal`}
          confirmLabel="Delete draft"
          navigate
        />
      </div>
    </Section>
  )
}
