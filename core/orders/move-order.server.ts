import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { Actor } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { OrderStatus, PaymentStatus } from './order-status.ts'

export type Mover = { actor: 'shopper' | 'admin' | 'store' | 'provider'; actorId: string | null }
type Move = Mover & {
  from: OrderStatus
  to: OrderStatus
  paymentStatus?: PaymentStatus | undefined
  note?: string | null
  carrier?: string | null
  trackingNumber?: string | null
}

export const BY_STORE: Mover = { actor: 'store', actorId: null }
export const BY_PROVIDER: Mover = { actor: 'provider', actorId: null }

export function moverOf(actor: Actor): Mover {
  if (actor.kind !== 'user') return { actor: actor.kind === 'store' ? 'store' : 'shopper', actorId: null }
  return { actor: actor.role === 'admin' ? 'admin' : 'shopper', actorId: actor.id }
}

/** One move, with who and when; refused if the order was moved meanwhile. */
export async function moveOrder(tx: Db, orderId: string, move: Move): Promise<void> {
  const { from, to, paymentStatus = null, note = null, carrier = null, trackingNumber = null } = move
  const details = [paymentStatus, carrier, trackingNumber, move.actorId, move.actor, note]
  const [moved] = await updateOrder(tx, orderId, from, to, ...details)
  if (!moved) throw new Refusal('conflict', 'This order was moved by somebody else meanwhile.')
}

/** Money moved, the parcel did not. */
export async function markPayment(tx: Db, orderId: string, paymentStatus: PaymentStatus): Promise<void> {
  await updatePaymentStatus(tx, orderId, paymentStatus)
}

/** An order that came to nothing gives its use of an offer back. */
export async function giveOfferBack(tx: Db, orderId: string): Promise<void> {
  await deleteUse(tx, orderId)
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
const deleteUse = statement('offer_give_back', 'delete from offer_uses where order_id = $1')
