import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { shopperDeadline, waitUntil } from '#core/payments/deadline.ts'
import { EVIDENCE_FIELDS, needsResponse } from '#core/payments/disputes/evidence.ts'
import {
  type Dispute,
  type PaymentProvider,
  ProviderAuthFailure,
  ProviderFailure,
  ProviderRejection,
} from '#core/payments/payment.ts'
import { MINUTE_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { DISPUTE_RESPONSES, DISPUTE_STATES } from './dispute.ts'
import { sendResponseFailedEmail } from './dispute-emails.server.ts'
import { requireDispute } from './find-disputes.server.ts'

export type ResponseContext = Pick<Context, 'db' | 'now' | 'payments' | 'settings'>

/** Safe to repeat: what is sent is stored, and the provider accepts it once. A rejection leaves the draft to be sent again. */
export async function sendResponse(ctx: ResponseContext, id: string): Promise<void> {
  const pending = await findPending(ctx.db, id)
  if (!pending) return
  if (!ctx.payments) throw new Error(`Dispute ${id} can't be answered: no card provider is configured`)
  const result = await submitResponse(ctx, ctx.payments, pending)
  if (result.failure !== undefined) return failResponse(ctx, pending, result.failure)
  await execute(ctx.db)`
    update disputes set sent_at = ${ctx.now}, provider_status =
      case when state = 'open' and provider_status = ${pending.status} and ${result.dispute.state} = 'open'
        then ${result.dispute.status} else provider_status end
    where id = ${id} and response = ${pending.response} and attempt = ${pending.attempt} and sent_at is null`
}

/** Sends it right away so that a rejection reaches the caller. If the result is unclear, the queued job retries. */
export async function sendResponseNow(ctx: Context, id: string): Promise<void> {
  await waitUntil(shopperDeadline(), () => sendResponse(ctx, id)).catch((error) =>
    ctx.log.warn('response to a dispute will be sent later', { id, error }),
  )
  const { failure, response } = await requireDispute(ctx.db, id)
  if (failure !== null && response === null)
    throw new Refusal('conflict', `The card provider refused the response: ${failure}`)
}

const PendingResponse = z.strictObject({
  id: z.string(),
  orderId: z.string(),
  state: z.enum(DISPUTE_STATES),
  status: z.string(),
  response: z.enum(DISPUTE_RESPONSES),
  evidence: z.partialRecord(z.enum(EVIDENCE_FIELDS), z.string()).nullable(),
  attempt: z.int(),
  respondedAt: z.date(),
})
type PendingResponse = z.infer<typeof PendingResponse>

async function findPending(db: Db, id: string): Promise<PendingResponse | undefined> {
  const [pending] = await query(db, PendingResponse)`
    select id, order_id as "orderId", state, provider_status as status, response, evidence, attempt,
      responded_at as "respondedAt"
    from disputes where id = ${id} and response is not null and sent_at is null
      and (response = 'acceptance' or evidence is not null)`
  return pending
}

type ResponseResult = { dispute: Dispute; failure?: never } | { dispute?: never; failure: string }

/** After this long, an earlier attempt may have reached the provider. */
const FRESH_MS = 30_000
/** After this long, no earlier attempt can still be in progress. */
const SETTLED_MS = 5 * MINUTE_MS

async function submitResponse(
  { db }: ResponseContext,
  provider: PaymentProvider,
  pending: PendingResponse,
): Promise<ResponseResult> {
  const { id, response, evidence, attempt } = pending
  const key = `dispute-${response}:${id}:${attempt}`
  const age = Date.now() - pending.respondedAt.getTime()
  // Its end may be reported before the response to an earlier attempt.
  if (age > FRESH_MS || pending.state !== 'open') {
    const earlier = await findEarlier(provider, pending)
    if (earlier) return earlier
  }
  try {
    const dispute =
      response === 'evidence'
        ? await provider.sendEvidence(id, evidence ?? {}, key)
        : await provider.acceptDispute(id, key)
    return { dispute }
  } catch (error) {
    // The key repeats a stored failure forever. With a new one, the provider still accepts the same evidence only once.
    if (error instanceof ProviderFailure && (error.isRepeated || age > SETTLED_MS))
      await execute(db)`
        update disputes set attempt = attempt + 1 where id = ${id} and attempt = ${attempt} and sent_at is null`
    if (!(error instanceof ProviderRejection) || error instanceof ProviderAuthFailure) throw error
    return (await findEarlier(provider, pending)) ?? { failure: error.message }
  }
}

/** If the dispute was answered, by an earlier attempt or by somebody in the provider's dashboard. */
async function findEarlier(
  provider: PaymentProvider,
  { id, response, evidence }: PendingResponse,
): Promise<ResponseResult | undefined> {
  const { evidence: sent, ...dispute } = await provider.findDispute(id)
  if (dispute.state === 'open' && needsResponse(dispute.status)) return undefined
  const isOurs = response === 'evidence' ? isDeepStrictEqual(sent, evidence) : dispute.state === 'lost'
  return isOurs
    ? { dispute }
    : { failure: 'The dispute was already answered in your card provider’s dashboard, or it is closed.' }
}

/** The explanation remains as a draft, and the next attempt has a new key. */
async function failResponse(ctx: ResponseContext, pending: PendingResponse, failure: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const failed = await execute(tx)`
      update disputes set response = null, responded_at = null, responded_by = null, evidence = null,
        failure = ${failure}, attempt = attempt + 1
      where id = ${pending.id} and attempt = ${pending.attempt} and sent_at is null`
    if (failed) await sendResponseFailedEmail({ ...ctx, db: tx }, pending, failure)
  })
}
