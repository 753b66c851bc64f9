import { href, Link } from 'react-router'
import { formatMoney } from '#core/money.ts'
import { formatOrderDate } from '#core/orders/order.ts'
import { QuoteRows } from '../cart/quote-rows.tsx'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { noStore, requestContext } from '../request-context.ts'
import type { Route } from './+types/invoice'
import { findVisibleOrder } from './guest-orders.ts'
import { PostalAddress } from './postal-address.tsx'

export function meta({ params }: Route.MetaArgs) {
  return [{ title: `Invoice ${params.number} · Eternal Beauty` }, { name: 'robots', content: 'noindex' }]
}

export async function loader({ context, params }: Route.LoaderArgs) {
  noStore(context)
  const { support } = requestContext(context)
  const { order } = await refusalToResponse(findVisibleOrder(context, params.number))
  return { order, support }
}

export default function Invoice({ loaderData: { order, support } }: Route.ComponentProps) {
  const { number, createdAt, items, currency, email, paymentStatus, paymentMethod } = order
  return (
    <main className="mx-auto max-w-[48rem] px-gutter py-12 print:p-0">
      <p className="mb-10 text-small print:hidden">
        <Link
          to={href('/orders/:number', { number })}
          className="link-line inline-flex min-h-11 items-center"
        >
          Back to order
        </Link>
      </p>
      <header className="flex flex-wrap justify-between gap-8 border-hairline border-b pb-8">
        <div>
          <p className="font-display text-title">Eternal Beauty</p>
          <p className="mt-2 text-ink-soft text-small">
            {support.email}
            <br />
            {support.phone}
          </p>
        </div>
        <div className="tabular text-small">
          <h1 className="font-display text-name">Invoice {number}</h1>
          <p className="mt-2 text-ink-soft">{formatOrderDate(createdAt)}</p>
          <p className="text-ink-soft">
            {paymentMethod === 'demo' ? 'Test order' : `Payment: ${paymentStatus}`}
          </p>
        </div>
      </header>
      <section aria-labelledby="billed" className="mt-8 text-small">
        <h2 id="billed" className="label text-ink-soft">
          Billed and shipped to
        </h2>
        <div className="mt-2">
          <PostalAddress order={order} />
          <p>{email}</p>
        </div>
      </section>
      <table className="tabular mt-10 w-full text-small">
        <thead className="label text-ink-soft">
          <tr className="border-hairline border-b text-left">
            <th className="py-2 font-normal">Product</th>
            <th className="py-2 text-right font-normal">Quantity</th>
            <th className="py-2 text-right font-normal">Price</th>
            <th className="py-2 text-right font-normal">Amount</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ productId, name, quantity, price, amount }) => (
            <tr key={productId} className="border-hairline border-b">
              <td className="py-3 pr-4">{name}</td>
              <td className="py-3 text-right">{quantity}</td>
              <td className="py-3 text-right">{formatMoney({ amount: price, currency })}</td>
              <td className="py-3 text-right">{formatMoney({ amount, currency })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="ml-auto max-w-xs">
        <QuoteRows quote={order} code={order.offerCode ?? undefined} />
      </div>
    </main>
  )
}
