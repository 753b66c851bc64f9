import { z } from 'zod'
import { isInquiry, needsResponse, statusRank } from '#core/payments/disputes/evidence.ts'
import type { Dispute } from '#core/payments/payment.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { DISPUTE_STATES } from './dispute.ts'

type DisputedPayment = { id: string; orderId: string; currency: string }

/**
 * News are what the owner gets an email about. Events may arrive out of order: a closed dispute stays closed, and an open
 * one only moves forward. The caller holds the order's lock.
 */
export async function recordDispute(
  tx: Db,
  payment: DisputedPayment,
  dispute: Dispute,
  at: Date,
): Promise<'news' | 'recorded' | 'unchanged'> {
  const known = await findKnown(tx, dispute.id)
  if (!known) {
    await insertDispute(tx, payment, dispute, at)
    return 'news'
  }
  if (known.state !== 'open') return 'unchanged'
  if (dispute.state !== 'open') {
    await closeDispute(tx, dispute, at)
    return 'news'
  }
  if (statusRank(dispute.status) < statusRank(known.status)) return 'unchanged'
  const isEscalated = isInquiry(known.status) && needsResponse(dispute.status) && !isInquiry(dispute.status)
  if (isEscalated) await reopenResponse(tx, dispute.id)
  return (await updateDispute(tx, dispute)) ? (isEscalated ? 'news' : 'recorded') : 'unchanged'
}

const KnownDispute = z.strictObject({ state: z.enum(DISPUTE_STATES), status: z.string() })

async function findKnown(tx: Db, id: string) {
  const [known] = await query(tx, KnownDispute)`
    select state, provider_status as status from disputes where id = ${id} for update`
  return known
}

async function insertDispute(tx: Db, payment: DisputedPayment, dispute: Dispute, at: Date): Promise<void> {
  const { id, amount, reason, state, status, dueBy, answerable } = dispute
  const closedAt = state === 'open' ? null : at
  await execute(tx)`
    insert into disputes (id, order_id, payment_id, amount, currency, reason, state, opened_at, closed_at, provider_status,
      due_by, answerable)
    values (${id}, ${payment.orderId}, ${payment.id}, ${amount}, ${payment.currency}, ${reason}, ${state}, ${at}, ${closedAt},
      ${status}, ${dueBy}, ${answerable})`
}

async function closeDispute(tx: Db, { id, state, status }: Dispute, at: Date): Promise<void> {
  await execute(tx)`
    update disputes set state = ${state}, provider_status = ${status}, closed_at = ${at} where id = ${id}`
}

/** A dispute needs a response of its own, also if its inquiry had one. The explanation remains as a draft. */
async function reopenResponse(tx: Db, id: string): Promise<void> {
  await execute(tx)`
    update disputes set response = null, responded_at = null, responded_by = null, evidence = null, sent_at = null,
      failure = null, attempt = attempt + 1
    where id = ${id}`
}

async function updateDispute(tx: Db, { id, status, dueBy, answerable }: Dispute): Promise<boolean> {
  const changed = await execute(tx)`
    update disputes set provider_status = ${status}, due_by = coalesce(${dueBy}, due_by), answerable = ${answerable}
    where id = ${id} and (provider_status, due_by, answerable) is distinct from
      (${status}, coalesce(${dueBy}, due_by), ${answerable})`
  return changed > 0
}
