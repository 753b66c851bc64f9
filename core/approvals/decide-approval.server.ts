import { z } from 'zod'
import { canApprove } from '#core/approval-rules/approval.ts'
import { ACTION_TITLES, APPROVAL_ACTIONS } from '#core/approval-rules/approval-texts.ts'
import { requirePermission, requirePersonWith } from '#core/permissions/permissions.ts'
import { requireStaff } from '#core/permissions/policy.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { enqueueAccountEmail } from '../accounts/account-email.server.ts'
import { withSecurityEvent } from '../accounts/security/security-events.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context, SignedInActor } from '../context.ts'
import { invalidInput, parseForm, Refusal } from '../errors.ts'
import { sendRefundNow } from '../orders/refunds/send-refund.server.ts'
import { forgetStoreSettings } from '../settings/store-settings.server.ts'
import { approvalDecidedEmail } from './approval-emails.ts'
import { ActionRefused, RequesterLostAccess } from './approval-errors.ts'
import { type ApprovalRequest, DecisionReason } from './approval-request.ts'
import {
  approvalLink,
  changesWithSubject,
  expireRequests,
  requireRequest,
} from './approval-requests.server.ts'
import { findRequester } from './find-requester.server.ts'
import { runApprovedAction } from './run-approved-action.server.ts'

/**
 * Runs the action in the transaction that approves it: either both happen or neither. Of two approvers at once, the
 * second waits for the first and is refused.
 */
export async function approveRequest(ctx: Context, id: string, reason = ''): Promise<ApprovalRequest> {
  const { id: account } = requirePermission(ctx.actor, 'approvals.decide')
  const text = parseReason(reason)
  const event = { action: 'approval', account } as const
  const refundId = await withSecurityEvent(ctx, event, () => approveAndRun(ctx, id, text))
  // An approved change of settings was saved on the transaction's connection.
  forgetStoreSettings(ctx.db)
  // The refund's job sends it later if this process dies here.
  await sendRefundNow(ctx, refundId).catch((error) => failApproved(ctx, id, error))
  return requireRequest(ctx.db, id)
}

async function approveAndRun(ctx: Context, id: string, reason: string | null): Promise<string | undefined> {
  try {
    return await staffTransaction(ctx, 'approvals.decide', async (tx) => {
      const request = await lockOpenRequest(ctx, tx, id)
      const decider = requireOtherPerson(ctx, request, 'approve')
      const requester = await findRequester({ ...ctx, db: tx }, request.requestedBy)
      if (!requester) throw new RequesterLostAccess()
      const refundId = await runApprovedAction({ ...ctx, db: tx, actor: requester }, request, decider.id)
      await saveDecision(ctx, tx, request, { state: 'approved', reason, result: null })
      return refundId
    })
  } catch (error) {
    // What the action did is rolled back, so the refusal can be recorded.
    if (error instanceof ActionRefused) await recordFailure(ctx, id, reason, error)
    else if (error instanceof RequesterLostAccess) await recordLostAccess(ctx, id)
    else throw error
    return undefined
  }
}

async function recordFailure(
  ctx: Context,
  id: string,
  reason: string | null,
  { message }: Error,
): Promise<void> {
  await decide(ctx, id, 'approve', { state: 'failed', reason, result: message })
}

const LOST_ACCESS = 'The person who requested this can no longer do it.'

async function recordLostAccess(ctx: Context, id: string): Promise<void> {
  await decide(ctx, id, 'approve', { state: 'declined', reason: null, result: LOST_ACCESS })
}

export async function declineRequest(ctx: Context, id: string, reason: string): Promise<ApprovalRequest> {
  requirePermission(ctx.actor, 'approvals.decide')
  const text = parseReason(reason)
  if (!text) throw invalidInput('reason', 'Say why, so that the person who asked knows what to change.')
  return decide(ctx, id, 'decline', { state: 'declined', reason: text, result: null })
}

/** Only the person who requested the action can cancel the request. */
export async function cancelRequest(ctx: Context, id: string): Promise<ApprovalRequest> {
  const actor = requireStaff(ctx.actor)
  return ctx.db.transaction(async (tx) => {
    const request = await lockOpenRequest(ctx, tx, id)
    if (request.requestedBy !== actor.id)
      throw new Refusal('forbidden', 'Only the person who asked can cancel the request. You can decline it.')
    await execute(tx)`
      update approval_requests set state = 'cancelled', decided_at = ${ctx.now} where id = ${id}`
    await writeDecision(ctx, tx, request, { state: 'cancelled' })
    return requireRequest(tx, id)
  })
}

type Decision = { state: 'approved' | 'declined' | 'failed'; reason: string | null; result: string | null }

function decide(ctx: Context, id: string, verb: 'approve' | 'decline', decision: Decision) {
  return staffTransaction(ctx, 'approvals.decide', async (tx) => {
    const request = await lockOpenRequest(ctx, tx, id)
    requireOtherPerson(ctx, request, verb)
    return saveDecision(ctx, tx, request, decision)
  })
}

async function lockOpenRequest(ctx: Context, tx: Db, id: string): Promise<LockedRequest> {
  await expireRequests(tx)
  const [request] = await query(tx, LockedRequest)`
    select id, action, subject, payload, state, requested_by as "requestedBy" from approval_requests
    where id = ${id} for update`
  if (!request) throw new Refusal('not_found', 'This approval request doesn’t exist.')
  if (request.state === 'requested') return request
  const { deciderEmail } = await requireRequest(tx, id)
  const by = deciderEmail && deciderEmail !== (ctx.actor.kind === 'user' && ctx.actor.email)
  throw new Refusal('conflict', `This request is already ${request.state}${by ? ` by ${deciderEmail}` : ''}.`)
}

const LockedRequest = z.strictObject({
  id: z.string(),
  action: z.enum(APPROVAL_ACTIONS),
  subject: z.string(),
  payload: z.json(),
  state: z.string(),
  requestedBy: z.string(),
})
export type LockedRequest = z.infer<typeof LockedRequest>

function requireOtherPerson(
  ctx: Context,
  { action, requestedBy }: LockedRequest,
  verb: 'approve' | 'decline',
): SignedInActor {
  const actor = requirePersonWith(ctx.actor, 'approvals.decide')
  if (actor.id === requestedBy)
    throw new Refusal('forbidden', `You requested this, so another person has to ${verb} it.`)
  if (!canApprove(actor, action)) throw new Refusal('forbidden', 'Only an owner can decide this request.')
  return actor
}

async function saveDecision(
  ctx: Context,
  tx: Db,
  request: LockedRequest,
  { state, reason, result }: Decision,
): Promise<ApprovalRequest> {
  const { id: deciderId } = requirePermission(ctx.actor, 'approvals.decide')
  await execute(tx)`
    update approval_requests set state = ${state}, decided_by = ${deciderId}, decided_at = ${ctx.now},
      decision_reason = ${reason}, result = ${result}
    where id = ${request.id}`
  await writeDecision(ctx, tx, request, { state, ...(result && { result }) })
  const decided = await requireRequest(tx, request.id)
  await emailRequester(ctx, tx, decided, state)
  return decided
}

async function writeDecision(
  ctx: Context,
  tx: Db,
  { id, action, subject, requestedBy }: LockedRequest,
  { state, result }: { state: string; result?: string },
): Promise<void> {
  const after = { request: id, action, requestedBy, ...(result && { result }) }
  await writeAudit(ctx, { action: `approval-${state}`, subject, after }, tx)
}

async function emailRequester(
  ctx: Context,
  tx: Db,
  request: ApprovalRequest,
  outcome: Decision['state'],
): Promise<void> {
  const { action, requesterEmail, deciderEmail, decisionReason, result } = request
  if (!requesterEmail) return
  await enqueueAccountEmail(ctx, tx, requesterEmail, approvalDecidedEmail, {
    title: ACTION_TITLES[action],
    outcome,
    by: deciderEmail ?? '',
    reason: decisionReason,
    result,
    changes: changesWithSubject(request),
    link: approvalLink(ctx, request.id),
  })
}

/** The card provider declined an approved refund. The order shows the failed refund, which can be retried there. */
async function failApproved(ctx: Context, id: string, error: unknown): Promise<void> {
  if (!(error instanceof Refusal)) throw error
  await execute(ctx.db)`
    update approval_requests set state = 'failed', result = ${error.message}
    where id = ${id} and state = 'approved'`
}

function parseReason(reason: string): string | null {
  return parseForm(z.object({ reason: DecisionReason }), { reason }).reason || null
}
