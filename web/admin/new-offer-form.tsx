import './new-offer-form.css'
import { ActionForm, useOwnResult } from '../forms/action-form.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Select } from '../ui/fields/select.tsx'
import { TextareaField } from '../ui/fields/textarea-field.tsx'
import { SubmitButton } from '../ui/form-buttons.tsx'
import { useAdminPath } from './admin-context.ts'
import { NewItem } from './new-item.tsx'

export function NewOfferForm({ timeZone }: { timeZone: string }) {
  const action = useAdminPath()('offers')
  const { fields, values } = useOwnResult(action)
  return (
    <NewItem title="New offer" isOpen={values !== undefined} className="mb-4">
      <ActionForm action={action} noValidate className="offer-form max-w-4xl pt-2 pb-5">
        <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
          <Select label="Applies" name="applies" options={WAYS} />
          {/* Not named 'code': forms never echo fields with that name, as they hold secrets. */}
          <Field
            label="Code"
            name="word"
            autoCapitalize="characters"
            autoComplete="off"
            error={fields?.code}
            className="offer-code"
          />
          <Field label="Title" name="title" hint="Shoppers see it." className="col-span-2" />
          <Select label="Type" name="kind" options={KINDS} className="col-span-2 md:col-span-1" />
          <Field label="Value" name="value" inputMode="decimal" className="offer-value" />
          <Field label="Minimum spend" name="minimum" inputMode="decimal" />
          <Select label="On" name="scope" options={SCOPES} />
          <TextareaField
            label="Which, one per line"
            name="scopeIds"
            rows={3}
            hint="The name of each category, the slug of each family, or the SKU or slug of each product."
            className="offer-scope col-span-full"
          />
          <Field
            label="Starts"
            name="startsAt"
            type="datetime-local"
            hint="Empty: now."
            className="col-span-2"
          />
          <Field
            label="Ends"
            name="endsAt"
            type="datetime-local"
            hint={`Empty: never. Times are in ${timeZone}.`}
            className="col-span-2"
          />
          <Field label="Total uses" name="totalLimit" inputMode="numeric" />
          <Field label="Uses per customer" name="customerLimit" inputMode="numeric" />
          <div className="col-span-2 self-end">
            <Checkbox label="First orders only" name="firstOrderOnly" />
          </div>
        </div>
        <SubmitButton className="mt-5">Create offer</SubmitButton>
      </ActionForm>
    </NewItem>
  )
}

const WAYS = Object.entries({ code: 'With a code', automatic: 'By itself' })
const KINDS = Object.entries({
  percentage: 'Percentage',
  amount: 'Amount (USD)',
  free_shipping: 'Free shipping',
  buy_two_get_one: 'Buy two, get one free',
  sale_price: 'New price (USD)',
})
const SCOPES = Object.entries({
  everything: 'Everything',
  category: 'Categories',
  family: 'Families',
  products: 'Products',
})
