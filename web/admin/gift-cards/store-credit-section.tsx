import { formatMoney, type Money } from '#core/money.ts'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { CURRENCY_OPTIONS } from './new-gift-card-form.tsx'

type Props = { userId: string; credits: (Money & { id: string })[] }

export function StoreCreditSection({ userId, credits }: Props) {
  const action = useAdminPath()(`users/${userId}/store-credit`)
  const { fields } = useOwnResult(action)
  return (
    <section aria-label="Store credit" className="space-y-3">
      <h2 className="font-display text-name">Store credit</h2>
      {credits.length === 0 && <p className="text-ink-soft">None</p>}
      {credits.map((credit) => (
        <p key={credit.id} className="tabular">
          <AdminLink to={`gift-cards/${credit.id}`}>{formatMoney(credit)}</AdminLink>
        </p>
      ))}
      <details open={fields !== undefined}>
        <summary className="link-line inline-flex min-h-9 cursor-pointer items-center">Change…</summary>
        <ActionForm
          key={credits.map(({ amount }) => amount).join()}
          action={action}
          noValidate
          className="space-y-3 pt-2"
        >
          <Field
            label="Amount"
            name="change"
            inputMode="decimal"
            autoComplete="off"
            hint="Such as 10, or -10 to take it off."
          />
          <Select label="Currency" name="currency" options={CURRENCY_OPTIONS} />
          <Field label="Reason" name="note" maxLength={500} hint="Only staff see it." />
          <SubmitButton variant="secondary">Change store credit</SubmitButton>
        </ActionForm>
      </details>
    </section>
  )
}
