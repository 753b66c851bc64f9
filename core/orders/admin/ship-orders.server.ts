import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { query } from '#db/sql.ts'
import { lockOrder } from '../find-order.server.ts'
import {
  AUTHORIZATION_STATES,
  getNextStatuses,
  ORDER_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
} from '../order-status.ts'
import { applyStatusUpdate, type TrackingDetails } from '../update-order-status.server.ts'

type ShipOptions = { emailAt?: Date }

/** A pending order passes through processing, so its history records each step. */
export async function shipOrder(
  ctx: Context,
  idOrNumber: string,
  shipment: TrackingDetails = {},
  options: ShipOptions = {},
): Promise<void> {
  await staffTransaction(ctx, 'orders.ship', async (tx) => {
    const txContext = { ...ctx, db: tx }
    let order = await lockOrder(tx, idOrNumber)
    if (order.status === 'pending') {
      await applyStatusUpdate(txContext, order, { to: 'processing' })
      order = { ...order, status: 'processing' }
    }
    await applyStatusUpdate(txContext, order, { ...shipment, to: 'shipped' }, options)
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

const ShippableOrder = z.strictObject({
  id: z.string(),
  number: z.string(),
  buyer: z.string(),
  itemCount: z.int(),
})
export type ShippableOrder = z.infer<typeof ShippableOrder>

const OrderWithState = ShippableOrder.extend({
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  authorization: z.enum(AUTHORIZATION_STATES).nullable(),
  kind: z.enum(['products', 'gift_card']),
})

/** The orders among these that can be marked as shipped, oldest first. */
export async function findShippableOrders(ctx: Context, ids: readonly string[]): Promise<ShippableOrder[]> {
  requirePermission(ctx.actor, 'orders.ship')
  const orders = await query(ctx.db, OrderWithState)`
    select o.id, o.number, o.status, o.payment_status as "paymentStatus", o.payment_method as "paymentMethod", o.authorization_state as "authorization", o.kind,
      concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer,
      (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id and i.product_id <> 'prd_gift_wrap') as "itemCount"
    from orders o where o.id = any(${ids}) order by o.created_at, o.id`
  return orders
    .filter((order) => getNextStatuses(order).some((next) => next === 'processing' || next === 'shipped'))
    .map(({ id, number, buyer, itemCount }) => ({ id, number, buyer, itemCount }))
}
