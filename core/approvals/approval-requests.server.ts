import { z } from 'zod'
import { ACTION_PERMISSIONS, type ApprovalAction, ApprovalRequired } from '#core/approval-rules/approval.ts'
import { approversOf, listApprovers } from '#core/approval-rules/approval-rules.server.ts'
import { ACTION_TITLES, type ApprovalActionName } from '#core/approval-rules/approval-texts.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { requireStaff } from '#core/permissions/policy.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { backOfficeLink } from '#core/settings/back-office-link.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { enqueueAccountEmail } from '../accounts/account-email.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { parseForm, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '../pagination.ts'
import { approvalRequestedEmail } from './approval-emails.ts'
import { ApprovalRequest, EXPIRY_DAYS, RequestReason } from './approval-request.ts'

/** Runs an action, or requests its approval if it needs one and a reason is given. */
export async function runOrRequestApproval<Result>(
  ctx: Context,
  reason: string | undefined,
  run: () => Promise<Result>,
): Promise<{ result: Result; request?: undefined } | { request: ApprovalRequest }> {
  try {
    return { result: await run() }
  } catch (error) {
    if (!(error instanceof ApprovalRequired) || !reason?.trim()) throw error
    return { request: await requestApproval(ctx, error.action, reason) }
  }
}

/** The action has checked that its person may do it. The same request again, such as by a double click, is the first one. */
export async function requestApproval(
  ctx: Context,
  { action, subject, payload, changes }: ApprovalAction,
  reason: string,
): Promise<ApprovalRequest> {
  const actor = requireStaff(ctx.actor)
  const { approval_reason: text } = parseForm(ReasonForm, { approval_reason: reason })
  return staffTransaction(ctx, ACTION_PERMISSIONS[action], async (tx) => {
    await expireRequests(tx)
    const values = { id: newId('approval'), payload: sql.json(payload), changes: sql.json(changes) }
    const inserted = await execute(tx)`
      insert into approval_requests (id, action, subject, payload, changes, requested_by, requested_at, reason, expires_at)
      values (${values.id}, ${action}, ${subject}, ${values.payload}, ${values.changes}, ${actor.id}, ${ctx.now}, ${text},
        ${ctx.now}::timestamptz + ${EXPIRY_DAYS} * interval '1 day')
      on conflict (requested_by, action, subject, md5(payload::text)) where state = 'requested' do nothing`
    const [id = values.id] = inserted
      ? []
      : await queryColumn(tx, z.string())`
        select id from approval_requests where state = 'requested' and requested_by = ${actor.id} and action = ${action}
          and subject = ${subject} and md5(payload::text) = md5(${values.payload}::jsonb::text)`
    const request = await requireRequest(tx, id)
    if (!inserted) return request
    const record = { request: request.id, action, changes }
    await writeAudit(ctx, { action: 'approval-requested', subject, after: record }, tx)
    await emailApprovers(ctx, tx, request)
    return request
  })
}

const ReasonForm = z.object({ approval_reason: RequestReason })

async function emailApprovers(ctx: Context, tx: Db, request: ApprovalRequest): Promise<void> {
  const approvers = approversOf(request.action, await listApprovers(tx, ctx.settings))
  const content = {
    title: ACTION_TITLES[request.action],
    by: request.requesterEmail ?? '',
    reason: request.reason,
    changes: changesWithSubject(request),
    link: approvalLink(ctx, request.id),
  }
  for (const { id, email } of approvers)
    if (id !== request.requestedBy) await enqueueAccountEmail(ctx, tx, email, approvalRequestedEmail, content)
}

export function changesWithSubject({ changes, subjectEmail }: ApprovalRequest) {
  return subjectEmail ? [{ label: 'Account', after: subjectEmail }, ...changes] : changes
}

export function approvalLink(ctx: Pick<Context, 'settings'>, id: string): string {
  return `${backOfficeLink(ctx, '/admin/approvals')}#${id}`
}

const byRequestedAt = sortBy('requestedAt', sql`r.requested_at`, 'timestamptz', sql`r.id`)

/** Those who can approve see all requests, and others see their own. */
export async function listApprovalRequests(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<ApprovalRequest>> {
  return listRows(ctx.db, ApprovalRequest, listQuery, {
    select: SELECT_REQUEST,
    sorts: { newest: { ...byRequestedAt, descending: true }, oldest: byRequestedAt },
    filters: {
      waiting: sql`${EFFECTIVE_STATE} = 'requested'`,
      decided: sql`${EFFECTIVE_STATE} <> 'requested'`,
    },
    condition: isVisible(ctx),
  })
}

export async function findApprovalRequest(ctx: Context, id: string): Promise<ApprovalRequest> {
  const [request] = await query(ctx.db, ApprovalRequest)`
    ${SELECT_REQUEST} where r.id = ${id} and ${isVisible(ctx)}`
  if (!request) throw requestNotFound()
  return request
}

/** Requests that wait for this person. */
export async function countRequestsToDecide(ctx: Context): Promise<number> {
  const { id } = requireStaff(ctx.actor)
  if (!hasPermission(ctx.actor, 'approvals.decide')) return 0
  const [count = 0] = await queryColumn(ctx.db, z.int())`
    select count(*) from approval_requests
    where state = 'requested' and expires_at > ${ctx.now} and requested_by <> ${id}`
  return count
}

/** Requests about a subject, such as an order, that wait. */
export async function listWaitingRequests(ctx: Context, subject: string): Promise<ApprovalRequest[]> {
  return query(ctx.db, ApprovalRequest)`
    ${SELECT_REQUEST} where ${isVisible(ctx)} and r.subject = ${subject} and r.state = 'requested'
      and r.expires_at > ${ctx.now} order by r.requested_at, r.id`
}

/** Of these subjects, those about which a request for the action waits. */
export async function findSubjectsWaiting(
  ctx: Context,
  action: ApprovalActionName,
  subjects: readonly string[],
): Promise<Set<string>> {
  const waiting = await queryColumn(ctx.db, z.string())`
    select distinct subject from approval_requests
    where subject = any(${subjects}::text[]) and action = ${action} and state = 'requested' and expires_at > ${ctx.now}`
  return new Set(waiting)
}

export async function requireRequest(db: Db, id: string): Promise<ApprovalRequest> {
  const [request] = await query(db, ApprovalRequest)`${SELECT_REQUEST} where r.id = ${id}`
  if (!request) throw requestNotFound()
  return request
}

const requestNotFound = () => new Refusal('not_found', 'This approval request doesn’t exist.')

function isVisible(ctx: Context): Sql {
  const { id } = requireStaff(ctx.actor)
  return hasPermission(ctx.actor, 'approvals.decide') ? sql`true` : sql`r.requested_by = ${id}`
}

/** Also frees the place of an expired request, so that the same action can be requested again. */
export async function expireRequests(db: Db): Promise<void> {
  await execute(db)`
    update approval_requests set state = 'expired', decided_at = expires_at
    where state = 'requested' and expires_at <= now()`
}

const EFFECTIVE_STATE = sql`case when r.state = 'requested' and r.expires_at <= now() then 'expired' else r.state end`

const SELECT_REQUEST = sql`
  select r.id, r.action, r.subject, subject.email as "subjectEmail", r.changes, r.requested_by as "requestedBy",
    requester.email as "requesterEmail", r.requested_at as "requestedAt", r.reason, ${EFFECTIVE_STATE} as state,
    r.expires_at as "expiresAt", decider.email as "deciderEmail", r.decided_at as "decidedAt",
    r.decision_reason as "decisionReason", r.result, r.downloaded_at as "downloadedAt"
  from approval_requests r
    left join profiles subject on subject.id = r.subject
    left join profiles requester on requester.id = r.requested_by
    left join profiles decider on decider.id = r.decided_by`
