import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { NewItem } from '../new-item.tsx'

export function NewSampleForm() {
  const action = useAdminPath()('products/samples')
  const { fields, values } = useOwnResult(action)
  return (
    <NewItem title="New sample" isOpen={values !== undefined} className="mb-4">
      <ActionForm action={action} noValidate className="max-w-4xl pt-2 pb-5">
        <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
          <Field
            label="Product"
            name="product"
            autoComplete="off"
            className="col-span-2"
            hint="The name, SKU, or slug of the full size. The sample gets its texts and photos."
          />
          <Field
            label="Name"
            name="sampleName"
            error={fields?.name}
            maxLength={200}
            autoComplete="off"
            hint="Empty: the product’s name with “sample”."
          />
          <Field label="Stock" name="stock" inputMode="numeric" autoComplete="off" />
        </div>
        <SubmitButton className="mt-5">Create sample</SubmitButton>
      </ActionForm>
    </NewItem>
  )
}
