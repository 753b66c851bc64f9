import { href } from 'react-router'
import { formatDate } from '#core/dates.ts'
import { formatMoney } from '#core/money.ts'
import type { ExchangeOption } from '#core/orders/exchanges/exchange-options.server.ts'
import type { Order } from '#core/orders/order.ts'
import type { RefundLine } from '#core/payments/refund.ts'
import { useOwnResult } from '../../forms/action-form.tsx'
import { PageForm } from '../../forms/page-form.tsx'
import type { Option } from '../../ui/fields/options.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextareaField } from '../../ui/fields/textarea-field.tsx'
import { SubmitButton } from '../../ui/form-buttons.tsx'

type Props = {
  order: Order
  returnable: RefundLine[]
  exchangeOptions: ExchangeOption[]
  deadline: Date
  timeZone: string
}

export function ReturnForm({ order, returnable, exchangeOptions, deadline, timeZone }: Props) {
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
    <section aria-labelledby="return-items" className="border-hairline border-y">
      <details open={Boolean(fields)} className="group">
        <summary className="flex min-h-16 cursor-pointer list-none flex-wrap items-center justify-between gap-x-6 py-3">
          <h2 id="return-items">
            {exchangeOptions.length ? 'Return or exchange an item' : 'Return an item'}
          </h2>
          <span className="flex items-center gap-4 text-ink-soft text-small">
            Until {formatDate(deadline, timeZone)}
            <span aria-hidden className="text-lead after:content-['+'] group-open:after:content-['−']" />
          </span>
        </summary>
        <p className="max-w-prose text-ink-soft text-small">
          Tell us what you’d like to return and why, and we’ll email you the return address and instructions.
          {exchangeOptions.length > 0 && ' If you exchange an item, we hold the new one for you.'}
        </p>
        <PageForm action={action} className="max-w-[34rem] pb-10">
          {returnableItems.map(({ productId, name, returnable }) => (
            <div key={productId} className="space-y-2">
              <Select
                label={name}
                name={`back-${productId}`}
                defaultValue="0"
                options={Array.from({ length: returnable + 1 }, (_, count) => [
                  String(count),
                  count === 0 ? 'Keep' : `Return ${count}`,
                ])}
              />
              <Replacement
                label={`Exchange ${name} for`}
                name={`for-${productId}`}
                options={exchangeOptions.filter((option) => option.productId === productId)}
                currency={order.currency}
              />
            </div>
          ))}
          {fields?.items && <p className="text-rosewood text-small">{fields.items}</p>}
          {order.paymentStatus === 'paid' && (
            <Select
              label="Refund to"
              name="resolution"
              hint={exchangeOptions.length ? 'For items that you don’t exchange.' : undefined}
              options={[
                ['refund', 'How I paid'],
                ['store_credit', order.userId ? 'Store credit' : 'A gift card, by email'],
              ]}
            />
          )}
          <TextareaField label="Reason" name="reason" aria-required maxLength={1000} />
          <SubmitButton>Request return</SubmitButton>
        </PageForm>
      </details>
    </section>
  )
}

type ReplacementProps = {
  label: string
  name: string
  options: ExchangeOption[]
  currency: Order['currency']
}

function Replacement({ label, name, options, currency }: ReplacementProps) {
  if (!options.length) return null
  return (
    <Select
      label={label}
      name={name}
      defaultValue=""
      options={[
        ['', 'No exchange'],
        ...options.map((option): Option => {
          const { replacementId, isSoldOut } = option
          return [replacementId, `${option.name}${optionNote(option, currency)}`, isSoldOut]
        }),
      ]}
    />
  )
}

function optionNote({ isSoldOut, difference }: ExchangeOption, currency: Order['currency']): string {
  if (isSoldOut) return ', sold out'
  if (difference === 0) return ''
  const amount = formatMoney({ amount: Math.abs(difference), currency })
  return difference > 0 ? `, ${amount} more` : `, ${amount} back`
}
