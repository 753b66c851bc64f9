import { href } from 'react-router'
import { formatDate } from '#core/dates.ts'
import type { Order } from '#core/orders/order.ts'
import type { RefundLine } from '#core/payments/refund.ts'
import type { FormState } from '../forms/form-result.ts'
import { PageForm, SubmitButton } from '../forms/page-form.tsx'
import { Select } from '../ui/select.tsx'
import { TextareaField } from '../ui/textarea-field.tsx'

type Props = {
  order: Order
  returnable: RefundLine[]
  deadline: Date
  timeZone: string
  formState: FormState
}

export function ReturnForm({ order, returnable, deadline, timeZone, formState: { fields, values } }: Props) {
  const returnableItems = returnable
    .filter(({ quantity }) => quantity > 0)
    .map(({ productId, quantity }) => {
      const name = order.items.find((item) => item.productId === productId)?.name ?? 'Item'
      return { productId, name, returnable: quantity }
    })
  if (returnableItems.length === 0) return null
  return (
    <section aria-labelledby="return-items" className="border-hairline border-t pt-10">
      <h2 id="return-items" className="font-display text-name">
        Return an item
      </h2>
      <p className="mt-3 max-w-prose text-ink-soft text-small">
        You can return items until {formatDate(deadline, timeZone)}. Tell us what you’d like to return and
        why, and we’ll email you the return address and instructions.
      </p>
      <PageForm action={href('/orders/:number/returns', order)} className="max-w-[34rem]">
        {returnableItems.map(({ productId, name, returnable }) => (
          <Select
            key={productId}
            label={name}
            name={`back-${productId}`}
            defaultValue={values?.[`back-${productId}`] ?? '0'}
            options={Array.from({ length: returnable + 1 }, (_, count) => ({
              value: String(count),
              text: count === 0 ? 'Keep' : `Return ${count}`,
            }))}
          />
        ))}
        {fields?.items && <p className="text-rosewood text-small">{fields.items}</p>}
        <TextareaField
          label="Reason"
          name="reason"
          aria-required
          maxLength={1000}
          defaultValue={values?.reason ?? ''}
          error={fields?.reason}
        />
        <SubmitButton>Request Return</SubmitButton>
      </PageForm>
    </section>
  )
}
