import { href } from 'react-router'
import { formatDate } from '#core/dates.ts'
import type { Order } from '#core/orders/order.ts'
import type { RefundLine } from '#core/payments/refund.ts'
import { useOwnResult } from '../forms/action-form.tsx'
import { PageForm } from '../forms/page-form.tsx'
import { Select } from '../ui/fields/select.tsx'
import { TextareaField } from '../ui/fields/textarea-field.tsx'
import { SubmitButton } from '../ui/form-buttons.tsx'
import { TitledSection } from '../ui/titled-section.tsx'

type Props = { order: Order; returnable: RefundLine[]; deadline: Date; timeZone: string }

export function ReturnForm({ order, returnable, deadline, timeZone }: Props) {
  const action = href('/orders/:number/returns', order)
  const { fields } = useOwnResult(action)
  const returnableItems = returnable
    .filter(({ quantity }) => quantity > 0)
    .map(({ productId, quantity }) => {
      const name = order.items.find((item) => item.productId === productId)?.name ?? 'Item'
      return { productId, name, returnable: quantity }
    })
  if (returnableItems.length === 0) return null
  return (
    <TitledSection id="return-items" title="Return an item" className="border-hairline border-t pt-10">
      <p className="mt-3 max-w-prose text-ink-soft text-small">
        You can return items until {formatDate(deadline, timeZone)}. Tell us what you’d like to return and
        why, and we’ll email you the return address and instructions.
      </p>
      <PageForm action={action} className="max-w-[34rem]">
        {returnableItems.map(({ productId, name, returnable }) => (
          <Select
            key={productId}
            label={name}
            name={`back-${productId}`}
            defaultValue="0"
            options={Array.from({ length: returnable + 1 }, (_, count) => [
              String(count),
              count === 0 ? 'Keep' : `Return ${count}`,
            ])}
          />
        ))}
        {fields?.items && <p className="text-rosewood text-small">{fields.items}</p>}
        <TextareaField label="Reason" name="reason" aria-required maxLength={1000} />
        <SubmitButton>Request return</SubmitButton>
      </PageForm>
    </TitledSection>
  )
}
