import './print.css'
import { data } from 'react-router'
import { findInvoices, findInvoicesOfOrders, NO_INVOICES } from '#core/accounting/invoices.server.ts'
import { MAX_PRINTED_ORDERS } from '#core/orders/admin/print-limit.ts'
import { findOrdersToPrint, findSkus } from '#core/orders/admin/print-orders.server.ts'
import { toParcel } from '#core/orders/admin/visible-order.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { hasPermission, missingPermission } from '#core/permissions/permissions.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { loadSeller } from '#web/orders/documents/load-seller.server.ts'
import { type OrderDocument, OrderDocumentView } from '#web/orders/documents/order-document.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { type AdminContext, adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { pluralize } from '../ui/pluralize.ts'
import type { Route } from './+types/order-documents'
import { AddressLabels } from './address-label.tsx'
import { Barcode } from './barcode.tsx'
import { loadBatchTexts } from './load-batch-texts.server.ts'
import { LABEL_OPTIONS, PAPER_OPTIONS, paperOf, readPaper } from './paper.ts'
import { PrintToolbar } from './print-toolbar.tsx'

export const meta = adminMeta('Print')

/** In place of an order's number, it stands for the selected orders. */
const SELECTED = 'selected'
const TITLES = {
  'packing-slip': 'Packing slips',
  invoice: 'Invoices',
  label: 'Address labels',
}
type PrintedKind = keyof typeof TITLES

/** Credit notes are found by their number. */
export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const seller = await loadSeller(ctx)
  const { orders, hasMore } = await refusalToResponse(findOrders(ctx, url, params.number))
  const kind = (Object.keys(TITLES) as PrintedKind[]).find((name) => name === params.document)
  const page = { seller, hasMore, isSelection: params.number === SELECTED }
  if (kind === 'label')
    return { ...page, kind, orders: orders.map(toParcel), documents: [], paper: readPaper(url, 'a6') }
  const paper = readPaper(url, paperOf(seller.country))
  if (kind !== 'packing-slip' && !hasPermission(ctx.actor, 'orders.prices'))
    throw data(missingPermission('orders.prices').message, 403)
  const documents = kind
    ? await loadDocuments(ctx, kind, orders)
    : await loadCreditNote(ctx, orders, params.document)
  return { ...page, kind, orders: [], documents, paper }
}

async function findOrders(ctx: AdminContext, url: URL, number: string) {
  if (number !== SELECTED) return { orders: [await findOrder(ctx, number)], hasMore: false }
  const matchesList = url.searchParams.has('all')
  return findOrdersToPrint(
    ctx,
    matchesList ? { matching: listQueryFrom(url) } : { ids: url.searchParams.getAll('id') },
  )
}

async function loadDocuments(
  ctx: AdminContext,
  kind: 'packing-slip' | 'invoice',
  orders: OrderDocument['order'][],
): Promise<OrderDocument[]> {
  const current = await loadSeller(ctx)
  if (kind === 'packing-slip') {
    const [skus, batches] = [await findSkus(ctx, orders), await loadBatchTexts(ctx, orders)]
    return orders.map((order) => ({
      kind,
      order: toParcel(order),
      seller: current,
      skus,
      batches: batches[order.id] ?? {},
    }))
  }
  const invoicesByOrder = await findInvoicesOfOrders(ctx.db, orders)
  return Promise.all(
    orders.map(async (order) => {
      const invoices = invoicesByOrder.get(order.id) ?? NO_INVOICES
      const seller = invoices.invoice ? await loadSeller(ctx, invoices.invoice) : current
      return { kind, order, seller, invoices }
    }),
  )
}

async function loadCreditNote(
  ctx: AdminContext,
  [order]: OrderDocument['order'][],
  number: string,
): Promise<OrderDocument[]> {
  const invoices = order && (await findInvoices(ctx.db, order))
  const creditNote = invoices?.creditNotes.find((candidate) => candidate.number === number)
  if (!order || !invoices || !creditNote) throw data('This document doesn’t exist.', 404)
  const seller = await loadSeller(ctx, creditNote)
  return [{ kind: 'credit-note', order, seller, invoices, creditNote }]
}

export default function OrderDocuments({ loaderData }: Route.ComponentProps) {
  const { kind, orders, documents, seller, paper, hasMore, isSelection } = loaderData
  const adminPath = useAdminPath()
  const count = orders.length + documents.length
  const number = (orders[0] ?? documents[0]?.order)?.number
  return (
    <>
      <PrintToolbar
        title={kind ? TITLES[kind] : 'Credit note'}
        lead={isSelection ? selectionSummary(count, hasMore) : undefined}
        back={
          isSelection
            ? { to: 'orders', title: 'Back to orders' }
            : { to: `orders/${number}`, title: 'Back to order' }
        }
        paper={paper}
        papers={kind === 'label' ? LABEL_OPTIONS : PAPER_OPTIONS}
      />
      {count === 0 && <NothingToPrint />}
      {kind === 'label' && <AddressLabels orders={orders} seller={seller} paper={paper} />}
      {documents.map((document) => (
        <article
          key={document.order.id}
          className={`printed-page paper-${paper} mb-12 max-w-[48rem] border-hairline border-b pb-12 last:border-b-0 print:mb-0 print:max-w-none print:border-0 print:pb-0`}
        >
          <OrderDocumentView
            document={document}
            documentPath={(name) => adminPath(`orders/${document.order.number}/${name}`)}
            heading="h2"
            barcode={
              kind === 'packing-slip' && (
                <Barcode text={document.order.number} className="mt-4 w-48 text-ink sm:ml-auto" />
              )
            }
          />
        </article>
      ))}
    </>
  )
}

function selectionSummary(count: number, hasMore: boolean): string {
  const orders = pluralize(count, 'order', 'orders')
  return hasMore ? `The first ${orders}. One print holds at most ${MAX_PRINTED_ORDERS}.` : orders
}

function NothingToPrint() {
  const adminPath = useAdminPath()
  return (
    <p className="border-hairline border-y py-10 text-ink-soft">
      No orders selected. <ActionLink to={adminPath('orders')}>Select orders in the list</ActionLink>
    </p>
  )
}
