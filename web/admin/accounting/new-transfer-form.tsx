import { ACCOUNT_DETAILS } from '#core/accounting/accounts.ts'
import { ACCOUNTS } from '#core/accounting/entries.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'

const ACCOUNT_OPTIONS: Option[] = [
  ['', 'Choose an account'],
  ...ACCOUNTS.map((account): Option => {
    const { name, kind } = ACCOUNT_DETAILS[account]
    return [account, `${name} (${kind})`]
  }),
]

export function NewTransferForm() {
  return (
    <ActionForm action={useAdminPath()('accounting/ledger')} className="grid gap-4">
      <Select
        label="From (credit)"
        name="from"
        required
        options={ACCOUNT_OPTIONS}
        hint="For an expense: Bank."
      />
      <Select
        label="To (debit)"
        name="to"
        required
        options={ACCOUNT_OPTIONS}
        hint="For an expense: what it was for, such as Rent."
      />
      <Field
        label="Amount"
        name="amount"
        type="number"
        step="0.01"
        min="0.01"
        required
        inputMode="decimal"
        hint="In USD. The entry is dated now."
      />
      <Field label="Description" name="description" required maxLength={500} />
      <SubmitButton className="justify-self-start">Add ledger entry</SubmitButton>
    </ActionForm>
  )
}
