import { enqueueJob } from '#core/outbox/outbox.server.ts'
import {
  endAuthorization,
  failCaptures,
  releaseIntentLater,
} from '#core/payments/captures/captures.server.ts'
import { findAuthorizedPayment, type Payment } from '#core/payments/payments.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, type Sql, sql } from '#db/sql.ts'
import type { Order } from '../order.ts'
import { restockRemaining } from '../order-stock.server.ts'
import { releaseOffer, type TransitionActor, transitionOrder } from '../order-transition.server.ts'
import { withdrawReductions } from './reductions.server.ts'

export function writeAuthorized(orderId: string, { until, at }: { until: Date; at: Date }): Sql {
  return sql`
    update orders set authorization_state = 'authorized', authorized_until = ${until}, updated_at = ${at}
    where id = ${orderId}`
}

/** The card was charged, or nothing will be charged. */
export async function clearAuthorization(tx: Db, orderId: string): Promise<void> {
  await execute(tx)`
    update orders set authorization_state = null, authorized_until = null where id = ${orderId}`
}

/** The provider no longer holds it. The order stays, with its stock, for staff to decide; it can't be sent. */
export async function loseAuthorization(
  tx: Db,
  { id }: Order,
  { id: paymentId }: Pick<Payment, 'id'>,
  at: Date,
): Promise<void> {
  await failCaptures(tx, paymentId, { failure: 'The authorization has ended', at })
  await endAuthorization(tx, id, 'expired')
  await withdrawReductions(tx, paymentId, at)
  await execute(tx)`
    update orders set payment_status = 'failed', authorization_state = 'expired', updated_at = ${at} where id = ${id}`
  await enqueueJob(
    tx,
    'authorization-email',
    { id, kind: 'expired' },
    { key: `authorization-expired:${paymentId}` },
  )
}

/** The provider refused the capture, and still holds the authorization. Staff can try again. */
export async function failCapture(
  tx: Db,
  { id }: Order,
  capture: { id: string; paymentId: string },
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await failCaptures(tx, capture.paymentId, { failure, at })
  await execute(tx)`
    update orders set payment_status = 'failed', authorization_state = 'failed', updated_at = ${at} where id = ${id}`
  await enqueueJob(
    tx,
    'authorization-email',
    { id, kind: 'capture-failed' },
    { key: `capture-failed:${capture.id}` },
  )
}

/** Nothing was charged, so nothing is refunded: the provider releases what it holds. The caller holds the order's lock. */
export async function cancelAuthorizedOrder(
  tx: Db,
  { id, status: from }: Order,
  { note, ...actor }: TransitionActor & { note: string | null },
): Promise<void> {
  const { at } = actor
  await restockRemaining(tx, id, { cause: 'cancelled', at })
  await releaseHeld(tx, id, at)
  await releaseOffer(tx, id)
  await transitionOrder(tx, id, { from, to: 'cancelled', paymentStatus: 'failed', note, ...actor })
  await clearAuthorization(tx, id)
  await enqueueJob(
    tx,
    'authorization-email',
    { id, kind: 'released' },
    { key: `authorization-released:${id}` },
  )
}

async function releaseHeld(tx: Db, orderId: string, at: Date): Promise<void> {
  const payment = await findAuthorizedPayment(tx, orderId)
  if (!payment) return
  await failCaptures(tx, payment.id, { failure: 'The order was cancelled', at })
  await withdrawReductions(tx, payment.id, at)
  for (const intentId of await endAuthorization(tx, orderId, 'failed')) await releaseIntentLater(tx, intentId)
}
