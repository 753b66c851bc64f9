import { canAccessAdmin, requireRole } from '#core/accounts/policy.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { statement } from '#db/statement.ts'
import { findOrder } from '../find-order.server.ts'
import { getNextStatuses, type OrderState } from '../order-status.ts'
import { type TrackingDetails, updateOrderStatus } from '../update-order-status.server.ts'

type ShipOptions = { emailAt?: Date }

/** A pending order passes through processing, so its history records each step. */
export async function shipOrder(
  ctx: Context,
  idOrNumber: string,
  shipment: TrackingDetails = {},
  options: ShipOptions = {},
): Promise<void> {
  requireRole(canAccessAdmin, ctx.actor)
  await ctx.db.transaction(async (tx) => {
    const txContext = { ...ctx, db: tx }
    const { status } = await findOrder(txContext, idOrNumber)
    if (status === 'pending') await updateOrderStatus(txContext, idOrNumber, { to: 'processing' })
    await updateOrderStatus(txContext, idOrNumber, { ...shipment, to: 'shipped' }, options)
  })
}

/** Emails wait this long, so that shipping several orders at once can be undone. */
export const SHIPPING_UNDO_SECONDS = 10

export type Shipment = TrackingDetails & { id: string }
export type ShipOrdersResult = { shipped: string[]; refused: string[] }

export async function shipOrders(ctx: Context, shipments: readonly Shipment[]): Promise<ShipOrdersResult> {
  const result: ShipOrdersResult = { shipped: [], refused: [] }
  for (const { id, ...tracking } of shipments) {
    try {
      const emailAt = new Date(Date.now() + SHIPPING_UNDO_SECONDS * 1000)
      await shipOrder(ctx, id, tracking, { emailAt })
      result.shipped.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      result.refused.push(error.message)
    }
  }
  return result
}

export type ShippableOrder = { id: string; number: string; buyer: string; itemCount: number }

/** The orders among these that can be marked as shipped, oldest first. */
export async function findShippableOrders(ctx: Context, ids: readonly string[]): Promise<ShippableOrder[]> {
  requireRole(canAccessAdmin, ctx.actor)
  const rows = await selectOrders(ctx.db, ids)
  return rows
    .filter((row) => getNextStatuses(row).some((next) => next === 'processing' || next === 'shipped'))
    .map(({ id, number, buyer, itemCount }) => ({ id, number, buyer, itemCount }))
}

const selectOrders = statement<ShippableOrder & OrderState>(
  'orders_to_ship',
  `select o.id, o.number, o.status, o.payment_status as "paymentStatus", o.payment_method as "paymentMethod",
     concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer,
     (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id) as "itemCount"
   from orders o where o.id = any($1) order by o.created_at, o.id`,
)
