import { isStaff } from '#core/permissions/policy.ts'
import type { Db } from '#db/connection.ts'
import { execute, type Sql, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { explainMissingUnits } from './constraint-errors.ts'
import type { OrderStatus, PaymentStatus } from './order-status.ts'

export type TransitionActor = {
  actor: 'shopper' | 'admin' | 'store' | 'provider'
  actorId: string | null
  at: Date
}
type StatusTransition = TransitionActor & {
  from: OrderStatus
  to: OrderStatus
  paymentStatus?: PaymentStatus | undefined
  note?: string | null
  carrier?: string | null
  trackingNumber?: string | null
}

export function storeActor(at: Date): TransitionActor {
  return { actor: 'store', actorId: null, at }
}

export function providerActor(at: Date): TransitionActor {
  return { actor: 'provider', actorId: null, at }
}

export function toTransitionActor({ actor, now: at }: Pick<Context, 'actor' | 'now'>): TransitionActor {
  if (actor.kind === 'key') return { actor: 'admin', actorId: actor.id, at }
  if (actor.kind !== 'user') return { actor: actor.kind === 'store' ? 'store' : 'shopper', actorId: null, at }
  return { actor: isStaff(actor) ? 'admin' : 'shopper', actorId: actor.id, at }
}

/** Records who changed the status and when. Refuses if the status changed in the meantime. */
export async function transitionOrder(tx: Db, orderId: string, transition: StatusTransition): Promise<void> {
  const { from, to, actor, actorId, at } = transition
  const { paymentStatus = null, note = null, carrier = null, trackingNumber = null } = transition
  const updated = await explainMissingUnits(execute(tx)`
    with moved as (
      update orders set status = ${to}, payment_status = coalesce(${paymentStatus}, payment_status), updated_at = ${at},
        carrier = coalesce(${carrier}, carrier), tracking_number = coalesce(${trackingNumber}, tracking_number),
        delivered_at = case when ${to} = 'delivered' then ${at} else delivered_at end
      where id = ${orderId} and status = ${from} returning id
    ) insert into order_steps (order_id, from_status, to_status, actor_id, actor, note, at)
      select id, ${from}, ${to}, ${actorId}, ${actor}, ${note}, ${at}::timestamptz from moved`)
  if (!updated) throw new Refusal('conflict', 'Someone else just updated this order. Reload to see it.')
}

export async function setPaymentStatus(
  tx: Db,
  orderId: string,
  change: { status: PaymentStatus; at: Date },
): Promise<void> {
  await execute(tx)`${updatePaymentStatus(orderId, change)}`
}

export function updatePaymentStatus(
  orderId: string,
  { status, at }: { status: PaymentStatus; at: Date },
): Sql {
  return sql`update orders set payment_status = ${status}, updated_at = ${at} where id = ${orderId}`
}

/** A cancelled order doesn't count toward the offer's usage limits. */
export async function releaseOffer(tx: Db, orderId: string): Promise<void> {
  await execute(tx)`delete from offer_uses where order_id = ${orderId}`
}
