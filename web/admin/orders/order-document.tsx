import { data } from 'react-router'
import { formatMoney } from '#core/money.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { formatOrderDate } from '#core/orders/order.ts'
import { REGIONS } from '#core/regions/regions.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { adminMeta, requireAdmin } from '../admin-context.ts'
import type { Route } from './+types/order-document'
import { OrderTotals } from './order-items.tsx'

export const meta = adminMeta('Order document')

const DOCUMENTS = { invoice: 'Invoice', 'packing-slip': 'Packing slip' } as const

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const title = Object.entries(DOCUMENTS).find(([name]) => name === params.document)?.[1]
  if (!title) throw data('This document doesn’t exist.', 404)
  return {
    title,
    order: await refusalToResponse(findOrder(ctx, params.number)),
    support: ctx.settings.support,
  }
}

/** Printed by the browser without the admin frame. Packing slips show no prices. */
export default function OrderDocument({ loaderData }: Route.ComponentProps) {
  const { title, order, support } = loaderData
  const { shippingAddress, currency } = order
  const showPrices = title === DOCUMENTS.invoice
  return (
    <article className="mx-auto max-w-2xl">
      <header className="flex flex-wrap items-baseline justify-between gap-4 border-ink border-b pb-4">
        <img src="/wordmark.svg" alt="Eternal Beauty" width="220" height="17" />
        <h1>
          {title} · Order #{order.number}
        </h1>
      </header>
      <div className="mt-6 flex flex-wrap justify-between gap-6">
        <address className="not-italic">
          {shippingAddress.firstName} {shippingAddress.lastName}
          <br />
          {shippingAddress.address}
          <br />
          {shippingAddress.city}, {shippingAddress.state} {shippingAddress.zipCode}
          <br />
          {shippingAddress.country ?? REGIONS[order.region].country}
        </address>
        <p>Placed on {formatOrderDate(order.createdAt)}</p>
      </div>
      <table className="tabular mt-8 w-full">
        <thead>
          <tr className="border-hairline border-b text-left">
            <th scope="col" className="py-2 font-normal">
              Quantity
            </th>
            <th scope="col" className="font-normal">
              Product
            </th>
            {showPrices && (
              <th scope="col" className="text-right font-normal">
                Amount
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {order.items.map(({ productId, name, quantity, amount }) => (
            <tr key={productId} className="border-hairline border-b">
              <td className="w-24 py-2">{quantity}</td>
              <td>{name}</td>
              {showPrices && <td className="text-right">{formatMoney({ amount, currency })}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {showPrices && <OrderTotals order={order} />}
      <footer className="mt-12 text-ink-soft">
        {support.email} · {support.phone}
      </footer>
    </article>
  )
}
