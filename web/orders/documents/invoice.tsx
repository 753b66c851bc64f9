import { href } from 'react-router'
import { findInvoices } from '#core/accounting/invoices.server.ts'
import { formatMoney } from '#core/money.ts'
import { formatOrderDate } from '#core/orders/order.ts'
import { QuoteRows } from '../cart/quote-rows.tsx'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { noStore, shopContext } from '../request-context.ts'
import type { Route } from './+types/invoice'
import { findVisibleOrder } from './guest-orders.ts'
import { loadSeller } from './load-seller.server.ts'
import { PostalAddress } from './postal-address.tsx'
import {
  CreditNoteList,
  DocumentHeader,
  invoiceDate,
  invoiceTitle,
  PrintedDocument,
} from './printed-document.tsx'

export function meta({ params }: Route.MetaArgs) {
  return [{ title: `Invoice ${params.number} · Eternal Beauty` }, { name: 'robots', content: 'noindex' }]
}

export async function loader({ context, params }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const { order } = await refusalToResponse(findVisibleOrder(context, params.number))
  const [invoices, seller] = await Promise.all([findInvoices(ctx.db, order), loadSeller(ctx)])
  return { order, seller, invoices }
}

export default function Invoice({ loaderData: { order, seller, invoices } }: Route.ComponentProps) {
  const { number, createdAt, items, currency, email, paymentStatus, paymentMethod } = order
  const { timeZone } = seller
  return (
    <PrintedDocument order={order}>
      <DocumentHeader seller={seller} title={invoiceTitle(invoices, order)}>
        <p>{invoiceDate(invoices, order, timeZone)}</p>
        <p>
          Order {number}, placed on {formatOrderDate(createdAt, timeZone)}
        </p>
        {paymentMethod === 'card' && <p>Payment: {paymentStatus}</p>}
      </DocumentHeader>
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
      <CreditNoteList
        invoices={invoices}
        order={order}
        timeZone={timeZone}
        path={(creditNote) => href('/orders/:number/credit-notes/:creditNote', { number, creditNote })}
      />
    </PrintedDocument>
  )
}
