import { data } from 'react-router'
import { findInvoices } from '#core/accounting/invoices.server.ts'
import { formatMoney } from '#core/money.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { formatOrderDate, type Order } from '#core/orders/order.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { CreditNoteAmounts } from '#web/orders/credit-note-amounts.tsx'
import { loadSeller } from '#web/orders/load-seller.server.ts'
import { PostalAddress } from '#web/orders/postal-address.tsx'
import { CreditNoteList, invoiceDate, SellerDetails } from '#web/orders/printed-document.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import type { Route } from './+types/order-document'
import { OrderTotals } from './order-items.tsx'

export const meta = adminMeta('Order document')

/** Credit notes are found by their number. */
const DOCUMENTS = ['invoice', 'packing-slip'] as const

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const order = await refusalToResponse(findOrder(ctx, params.number))
  const [invoices, seller] = await Promise.all([findInvoices(ctx.db, order), loadSeller(ctx)])
  const creditNote = invoices.creditNotes.find(({ number }) => number === params.document)
  const document = creditNote ? 'credit-note' : DOCUMENTS.find((name) => name === params.document)
  if (!document) throw data('This document doesn’t exist.', 404)
  return { document, order, seller, invoices, creditNote }
}

/** Printed by the browser without the admin frame. Packing slips show no prices. */
export default function OrderDocument({ loaderData }: Route.ComponentProps) {
  const { document, order, seller, invoices, creditNote } = loaderData
  const { timeZone } = seller
  const adminPath = useAdminPath()
  return (
    <article className="mx-auto max-w-2xl">
      <header className="flex flex-wrap items-baseline justify-between gap-4 border-ink border-b pb-4">
        <img src="/wordmark.svg" alt={seller.name} width="220" height="17" />
        <h1>
          {documentTitle(loaderData)} · Order #{order.number}
        </h1>
      </header>
      <div className="mt-6 flex flex-wrap justify-between gap-6">
        <PostalAddress order={order} />
        <div>
          {document === 'invoice' && <p>{invoiceDate(invoices, order, timeZone)}</p>}
          {creditNote && <p>Issued on {formatOrderDate(creditNote.issuedAt, timeZone)}</p>}
          {creditNote && invoices.invoice && <p>For invoice {invoices.invoice.number}</p>}
          <p>Placed on {formatOrderDate(order.createdAt, timeZone)}</p>
        </div>
      </div>
      {creditNote ? (
        <CreditNoteAmounts creditNote={creditNote} order={order} />
      ) : (
        <DocumentItems order={order} showPrices={document === 'invoice'} />
      )}
      {document === 'invoice' && (
        <CreditNoteList
          invoices={invoices}
          order={order}
          timeZone={timeZone}
          path={(number) => adminPath(`orders/${order.number}/${number}`)}
        />
      )}
      <footer className="mt-12 text-ink-soft">
        <p>{seller.name}</p>
        <SellerDetails seller={seller} />
      </footer>
    </article>
  )
}

function documentTitle({
  document,
  invoices: { invoice },
  creditNote,
}: Route.ComponentProps['loaderData']): string {
  if (creditNote) return `Credit note ${creditNote.number}`
  if (document === 'packing-slip') return 'Packing slip'
  return invoice ? `Invoice ${invoice.number}` : 'No invoice'
}

function DocumentItems({ order, showPrices }: { order: Order; showPrices: boolean }) {
  const { items, currency } = order
  return (
    <>
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
          {items.map(({ productId, name, quantity, amount }) => (
            <tr key={productId} className="border-hairline border-b">
              <td className="w-24 py-2">{quantity}</td>
              <td>{name}</td>
              {showPrices && <td className="text-right">{formatMoney({ amount, currency })}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {showPrices && <OrderTotals order={order} />}
    </>
  )
}
