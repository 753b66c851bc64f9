import { canAccessAdmin, requireRole } from '#core/accounts/policy.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { findOrder } from '../find-order.server.ts'
import { type StatusUpdate, updateOrderStatus } from '../update-order-status.server.ts'

type Shipment = Pick<StatusUpdate, 'carrier' | 'tracking_number'>

/** A pending order passes through processing, so its history records each step. */
export async function shipOrder(ctx: Context, idOrNumber: string, shipment: Shipment = {}): Promise<void> {
  requireRole(canAccessAdmin, ctx.actor)
  const { status } = await findOrder(ctx, idOrNumber)
  if (status === 'pending') await updateOrderStatus(ctx, idOrNumber, { to: 'processing' })
  await updateOrderStatus(ctx, idOrNumber, { ...shipment, to: 'shipped' })
}

export type ShipOrdersResult = { shipped: number; refused: string[] }

export async function shipOrders(ctx: Context, ids: string[]): Promise<ShipOrdersResult> {
  const result: ShipOrdersResult = { shipped: 0, refused: [] }
  for (const id of ids) {
    try {
      await shipOrder(ctx, id)
      result.shipped++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      result.refused.push(error.message)
    }
  }
  return result
}
