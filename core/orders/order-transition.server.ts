import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { Actor } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { OrderStatus, PaymentStatus } from './order-status.ts'

export type TransitionActor = { actor: 'shopper' | 'admin' | 'store' | 'provider'; actorId: string | null }
type StatusTransition = TransitionActor & {
  from: OrderStatus
  to: OrderStatus
  paymentStatus?: PaymentStatus | undefined
  note?: string | null
  carrier?: string | null
  trackingNumber?: string | null
}

export const STORE_ACTOR: TransitionActor = { actor: 'store', actorId: null }
export const PROVIDER_ACTOR: TransitionActor = { actor: 'provider', actorId: null }

export function toTransitionActor(actor: Actor): TransitionActor {
  if (actor.kind !== 'user') return { actor: actor.kind === 'store' ? 'store' : 'shopper', actorId: null }
  return { actor: actor.role === 'admin' ? 'admin' : 'shopper', actorId: actor.id }
}

/** Records who changed the status and when. Refuses if the status changed in the meantime. */
export async function transitionOrder(tx: Db, orderId: string, transition: StatusTransition): Promise<void> {
  const { from, to, paymentStatus = null, note = null, carrier = null, trackingNumber = null } = transition
  const details = [paymentStatus, carrier, trackingNumber, transition.actorId, transition.actor, note]
  const [updated] = await updateOrder(tx, orderId, from, to, ...details)
  if (!updated) throw new Refusal('conflict', 'Someone else just updated this order. Reload to see it.')
}

export async function setPaymentStatus(tx: Db, orderId: string, paymentStatus: PaymentStatus): Promise<void> {
  await updatePaymentStatus(tx, orderId, paymentStatus)
}

/** A cancelled order doesn't count toward the offer's usage limits. */
export async function releaseOffer(tx: Db, orderId: string): Promise<void> {
  await deleteOfferUse(tx, orderId)
}

const updateOrder = statement<{ order_id: string }>(
  'order_move',
  `with moved as (
    update orders set status = $3, payment_status = coalesce($4, payment_status), updated_at = now(),
      carrier = coalesce($5, carrier), tracking_number = coalesce($6, tracking_number),
      delivered_at = case when $3 = 'delivered' then now() else delivered_at end
    where id = $1 and status = $2 returning id
  ) insert into order_steps (order_id, from_status, to_status, actor_id, actor, note)
    select id, $2, $3, $7, $8, $9 from moved returning order_id`,
)
const updatePaymentStatus = statement(
  'order_payment_status',
  'update orders set payment_status = $2, updated_at = now() where id = $1',
)
const deleteOfferUse = statement('offer_give_back', 'delete from offer_uses where order_id = $1')
