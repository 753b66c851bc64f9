import { ACCOUNT_DETAILS } from '#core/accounting/accounts.ts'
import { ACCOUNTS } from '#core/accounting/entries.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import type { FormState } from '#web/forms/form-result.ts'
import { Button } from '#web/ui/button.tsx'
import { SmallField, SmallSelect } from '#web/ui/small-field.tsx'
import { useAdminPath } from '../admin-context.ts'

const ACCOUNT_OPTIONS = [
  { value: '', title: 'Choose an account' },
  ...ACCOUNTS.map((value) => {
    const { name, kind } = ACCOUNT_DETAILS[value]
    return { value, title: `${name} (${kind})` }
  }),
]

export function NewTransferForm({ formState: { fields, values } }: { formState: FormState }) {
  return (
    <ActionForm action={useAdminPath()('accounting/ledger')} className="grid gap-4">
      <SmallSelect
        label="From (credit)"
        name="from"
        required
        options={ACCOUNT_OPTIONS}
        defaultValue={values?.from}
        error={fields?.from}
        hint="For an expense: Bank."
      />
      <SmallSelect
        label="To (debit)"
        name="to"
        required
        options={ACCOUNT_OPTIONS}
        defaultValue={values?.to}
        error={fields?.to}
        hint="For an expense: what it was for, such as Rent."
      />
      <SmallField
        label="Amount"
        name="amount"
        type="number"
        step="0.01"
        min="0.01"
        required
        inputMode="decimal"
        defaultValue={values?.amount}
        error={fields?.amount}
        hint="In USD. The entry is dated now."
      />
      <SmallField
        label="Description"
        name="description"
        required
        maxLength={500}
        defaultValue={values?.description}
        error={fields?.description}
      />
      <Button type="submit" size="small" className="justify-self-start">
        Add ledger entry
      </Button>
    </ActionForm>
  )
}
