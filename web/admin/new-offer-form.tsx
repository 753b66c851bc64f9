import { ActionForm } from '../forms/action-form.tsx'
import type { FormState } from '../forms/form-result.ts'
import { Button } from '../ui/button.tsx'
import { SmallField, SmallSelect } from '../ui/small-field.tsx'
import { useAdminPath } from './admin-context.ts'

export function NewOfferForm({ formState: { fields = {}, values } }: { formState: FormState }) {
  const fieldProps = (name: string) => ({ name, defaultValue: values?.[name], error: fields[name] })
  return (
    <details open={values !== undefined} className="mb-6 border-hairline border-y">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2">
        <span aria-hidden="true">+</span> New offer
      </summary>
      <ActionForm action={useAdminPath()('offers')} noValidate className="max-w-4xl pt-2 pb-5">
        <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
          {/* Not named 'code': forms never echo fields with that name, as they hold secrets. */}
          <SmallField
            label="Code"
            autoCapitalize="characters"
            autoComplete="off"
            {...fieldProps('word')}
            error={fields.code}
          />
          <SmallField label="Title" className="md:col-span-3" {...fieldProps('title')} />
          <SmallField label="Value" inputMode="decimal" {...fieldProps('value')} />
          <SmallSelect
            label="Type"
            options={[
              { value: 'percentage', title: 'Percentage' },
              { value: 'amount', title: 'Amount (USD)' },
            ]}
            {...fieldProps('kind')}
          />
          <SmallField label="Minimum spend" inputMode="decimal" {...fieldProps('minimum')} />
          <SmallField label="End date" type="date" {...fieldProps('endsAt')} />
          <SmallField label="Total uses" inputMode="numeric" {...fieldProps('totalLimit')} />
          <SmallField label="Uses per customer" inputMode="numeric" {...fieldProps('customerLimit')} />
        </div>
        <Button type="submit" size="small" className="mt-5">
          Create offer
        </Button>
      </ActionForm>
    </details>
  )
}
