import { ActionForm, useOwnResult } from '../forms/action-form.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Select } from '../ui/fields/select.tsx'
import { SubmitButton } from '../ui/form-buttons.tsx'
import { useAdminPath } from './admin-context.ts'
import { NewItem } from './new-item.tsx'

export function NewOfferForm() {
  const action = useAdminPath()('offers')
  const { fields, values } = useOwnResult(action)
  return (
    <NewItem title="New offer" isOpen={values !== undefined} className="mb-4">
      <ActionForm action={action} noValidate className="max-w-4xl pt-2 pb-5">
        <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
          {/* Not named 'code': forms never echo fields with that name, as they hold secrets. */}
          <Field
            label="Code"
            name="word"
            autoCapitalize="characters"
            autoComplete="off"
            error={fields?.code}
          />
          <Field label="Title" name="title" className="md:col-span-3" />
          <Field label="Value" name="value" inputMode="decimal" />
          <Select label="Type" name="kind" options={KINDS} />
          <Field label="Minimum spend" name="minimum" inputMode="decimal" />
          <Field label="End date" name="endsAt" type="date" />
          <Field label="Total uses" name="totalLimit" inputMode="numeric" />
          <Field label="Uses per customer" name="customerLimit" inputMode="numeric" />
        </div>
        <SubmitButton className="mt-5">Create offer</SubmitButton>
      </ActionForm>
    </NewItem>
  )
}

const KINDS = Object.entries({ percentage: 'Percentage', amount: 'Amount (USD)' })
