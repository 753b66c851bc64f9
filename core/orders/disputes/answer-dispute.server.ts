import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { formatDate } from '#core/dates.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { isInquiry, needsResponse } from '#core/payments/disputes/evidence.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { MINUTE_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import { assembleEvidence } from './assemble-evidence.server.ts'
import { isOverdue, MAX_EXPLANATION, type OrderDispute } from './dispute.ts'
import { findDispute, requireDispute } from './find-disputes.server.ts'
import { sendResponseNow } from './send-response.server.ts'

type Explanation = {
  explanation?: string | undefined
  /** The one that staff saw. A draft that someone changed since isn’t replaced. */
  version?: number | undefined
}

export async function saveExplanation(ctx: Context, id: string, change: Explanation): Promise<OrderDispute> {
  await staffTransaction(ctx, 'orders.refund', async (tx) => {
    const dispute = await lockDispute(tx, id)
    await requireAnswerable(ctx, dispute)
    await updateExplanation(tx, dispute, change)
  })
  return findDispute(ctx, id)
}

/**
 * The evidence is composed once, in this transaction, and never changes after it: retries send the same. A repeated click
 * with the same text changes nothing.
 */
export async function sendEvidence(
  ctx: Context,
  id: string,
  change: Explanation = {},
): Promise<OrderDispute> {
  const isNew = await staffTransaction(ctx, 'orders.refund', async (tx, { id: actorId }) => {
    const dispute = await lockDispute(tx, id)
    const typed = readExplanation(change) ?? dispute.explanation
    if (dispute.response === 'evidence' && typed === dispute.explanation) return false
    await requireAnswerable(ctx, dispute)
    await updateExplanation(tx, dispute, change)
    const evidence = await assembleEvidence({ ...ctx, db: tx }, { ...dispute, explanation: typed })
    await execute(tx)`
      update disputes set response = 'evidence', evidence = ${sql.json(evidence)}, responded_at = ${ctx.now},
        responded_by = ${actorId}, failure = null
      where id = ${id}`
    await enqueueResponse(ctx, tx, dispute, 'order-dispute-evidence-sent')
    return true
  })
  if (isNew) await sendResponseNow(ctx, id)
  return findDispute(ctx, id)
}

/** The payment is lost. Its refund is recorded when the provider reports the end of the dispute. */
export async function acceptDispute(ctx: Context, id: string): Promise<OrderDispute> {
  const isNew = await staffTransaction(ctx, 'orders.refund', async (tx, { id: actorId }) => {
    const dispute = await lockDispute(tx, id)
    if (dispute.response === 'acceptance') return false
    // What isn't answered in time is lost anyway, and some banks accept no evidence.
    await requireAnswerable(ctx, { ...dispute, dueBy: null, answerable: true })
    if (isInquiry(dispute.status))
      throw new Refusal('conflict', 'This is an inquiry, which can’t be accepted. Refund the order instead.')
    await execute(tx)`
      update disputes set response = 'acceptance', responded_at = ${ctx.now}, responded_by = ${actorId}, failure = null
      where id = ${id}`
    await enqueueResponse(ctx, tx, dispute, 'order-dispute-accepted')
    return true
  })
  if (isNew) await sendResponseNow(ctx, id)
  return findDispute(ctx, id)
}

async function lockDispute(tx: Db, id: string): Promise<OrderDispute> {
  await queryColumn(tx, z.string())`select id from disputes where id = ${id} for update`
  return requireDispute(tx, id)
}

async function requireAnswerable(ctx: Context, dispute: OrderDispute): Promise<void> {
  const { state, status, response, dueBy, answerable } = dispute
  if (state !== 'open') throw new Refusal('conflict', `This dispute is closed: it was ${state}.`)
  if (response === 'evidence')
    throw new Refusal(
      'conflict',
      'The evidence for this dispute has already been sent, so it can’t be changed.',
    )
  if (response === 'acceptance') throw new Refusal('conflict', 'This dispute has already been accepted.')
  if (status.startsWith('appeal_'))
    throw new Refusal('conflict', 'This is an appeal. Respond in your card provider’s dashboard.')
  if (!needsResponse(status))
    throw new Refusal('conflict', 'The bank is reviewing this dispute and needs no response.')
  if (!answerable) throw new Refusal('conflict', 'The bank accepts no evidence for this dispute.')
  if (!dueBy || !isOverdue(dispute, ctx.now)) return
  const { timeZone } = await readStoreSettings(ctx.db)
  throw new Refusal(
    'conflict',
    `Evidence was due by ${formatDate(dueBy, timeZone, 'time')}. The bank accepts none after that.`,
  )
}

function readExplanation({ explanation }: Explanation): string | undefined {
  if (explanation === undefined) return undefined
  // Browsers send line breaks as CRLF, and the limit in the form counts them as one.
  const text = explanation.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim()
  if (text.length > MAX_EXPLANATION)
    throw invalidInput('explanation', `Use up to ${MAX_EXPLANATION.toLocaleString('en-US')} characters.`)
  return text
}

async function updateExplanation(tx: Db, dispute: OrderDispute, change: Explanation): Promise<void> {
  const explanation = readExplanation(change)
  if (explanation === undefined || explanation === dispute.explanation) return
  if (change.version !== undefined && change.version !== dispute.version)
    throw new Refusal(
      'conflict',
      'Someone else just changed the explanation, so yours wasn’t saved. Copy your text, then reload the page to see theirs.',
      { explanation: 'Someone else just changed this text.' },
    )
  await execute(tx)`
    update disputes set explanation = ${explanation}, version = version + 1 where id = ${dispute.id}`
}

async function enqueueResponse(
  ctx: Context,
  tx: Db,
  { id, orderId, amount }: OrderDispute,
  action: string,
): Promise<void> {
  await writeAudit(ctx, { action, subject: orderId, after: { dispute: id, amount } }, tx)
  // The request sends it now; the job does if the request can't.
  const at = new Date(ctx.now.getTime() + MINUTE_MS)
  await enqueueJob(tx, 'send-dispute-response', { id }, { key: `send-dispute-response:${id}`, at })
}
