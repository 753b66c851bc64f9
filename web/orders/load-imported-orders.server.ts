import type { Context } from '#core/context.ts'
import { formatDate } from '#core/dates.ts'
import type {
  ImportedFulfillmentStatus,
  ImportedPaymentStatus,
} from '#core/orders/imported/imported-order.ts'
import { listOwnImportedOrders, type OwnImportedOrder } from '#core/orders/imported/imported-orders.server.ts'

/** In words, so that the browser only shows them. */
export type ImportedOrderCard = Record<'id' | 'number' | 'placed' | 'status' | 'total' | 'items', string>
export type ImportedOrderPage = { orders: ImportedOrderCard[]; nextCursor: string | null; hasNewer: boolean }

/** Null if the customer has none. */
export async function loadImportedOrders(
  ctx: Context,
  searchParams: URLSearchParams,
  timeZone: string,
): Promise<ImportedOrderPage | null> {
  const cursor = searchParams.get('imported') ?? undefined
  const { rows, next } = await listOwnImportedOrders(ctx, { cursor, limit: 10 })
  if (!rows.length) return null
  const orders = rows.map((order) => toCard(order, timeZone))
  return { orders, nextCursor: next, hasNewer: cursor !== undefined }
}

function toCard(order: OwnImportedOrder, timeZone: string): ImportedOrderCard {
  const { id, number, placedAt, total, items } = order
  return {
    id,
    number,
    placed: formatDate(placedAt, timeZone),
    status: describeStatus(order),
    total: total.display,
    items: items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
  }
}

const FULFILLMENT_STATUSES: Record<ImportedFulfillmentStatus, string> = {
  unfulfilled: 'Not shipped',
  partial: 'Partly shipped',
  fulfilled: 'Shipped',
}
const PAYMENT_STATUSES: Record<ImportedPaymentStatus, string> = {
  pending: 'Payment pending',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
}

function describeStatus({ paymentStatus, fulfillmentStatus }: OwnImportedOrder): string {
  const payment = PAYMENT_STATUSES[paymentStatus]
  return paymentStatus === 'cancelled' ? payment : `${FULFILLMENT_STATUSES[fulfillmentStatus]} · ${payment}`
}
