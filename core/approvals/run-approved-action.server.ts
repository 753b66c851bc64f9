import { z } from 'zod'
import { ACTION_PERMISSIONS } from '#core/approval-rules/approval.ts'
import type { ApprovalActionName } from '#core/approval-rules/approval-texts.ts'
import { recordExchange } from '#core/orders/exchanges/complete-exchange.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { STAFF_ROLES } from '#core/permissions/staff-roles.ts'
import { ROLES } from '../accounts/account.ts'
import { findProfile } from '../accounts/profiles.server.ts'
import { changeRole } from '../accounts/roles.server.ts'
import { inviteStaff } from '../accounts/staff/invitations.server.ts'
import { changeStaffRole } from '../accounts/staff/staff.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { BUCKETS } from '../media/upload.ts'
import { removeUploads } from '../media/uploads.server.ts'
import { recordRetry } from '../orders/refunds/failed-refunds.server.ts'
import { recordRefund } from '../orders/refunds/refund-order.server.ts'
import { RefundRequest } from '../orders/refunds/refund-request.ts'
import { recordReturnRefund } from '../orders/returns/process-return.server.ts'
import { ReturnRefund } from '../orders/returns/return-request.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { eraseCustomer, eraseGuestOfOrder } from '../privacy/erase-customer.server.ts'
import { ApprovalSettings } from '../settings/store-settings.ts'
import { ActionRefused, RequesterLostAccess } from './approval-errors.ts'
import { saveApprovalSettings } from './change-approval-rules.server.ts'
import { requireDay } from './request-more-reads.server.ts'

type ApprovedAction = { id: string; action: ApprovalActionName; subject: string; payload: unknown }

/** Its requester proved who they are when they requested it. */
const PROVEN = {}

/** The context is the requester's, in the transaction of the approval. Returns a refund to send after it. */
export async function runApprovedAction(
  ctx: Context,
  request: ApprovedAction,
  approvedBy: string,
): Promise<string | undefined> {
  if (!hasPermission(ctx.actor, ACTION_PERMISSIONS[request.action])) throw new RequesterLostAccess()
  const { approvedAmount: amount } = ApprovedAmount.parse(request.payload)
  try {
    return await RUN[request.action]({ ...ctx, approval: { id: request.id, approvedBy, amount } }, request)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'unavailable' || error.code === 'too_often') throw error
    throw new ActionRefused(error.message)
  }
}

/** Of a refund. */
const ApprovedAmount = z.object({ approvedAmount: z.int().optional() })
const ReturnPayload = ReturnRefund.extend({ id: z.string() })
const ExchangePayload = ReturnRefund.pick({ restock: true }).extend({ id: z.string() })
const RetryPayload = z.object({ id: z.string() })
const CancellationPayload = z.object({ note: z.string().nullable() })
const RolePayload = z.union([
  z.object({ before: z.enum(ROLES), role: z.enum(ROLES) }),
  z.object({ before: z.enum(STAFF_ROLES).nullable(), staffRole: z.enum(STAFF_ROLES).nullable() }),
])
const InvitationPayload = z.object({ email: z.string(), staffRole: z.enum(STAFF_ROLES) })
const FilesPayload = z.object({ bucket: z.enum(BUCKETS), ids: z.array(z.string()) })
const ErasurePayload = z.object({ guest: z.boolean().default(false) })
const ReadsPayload = z.object({ day: z.string() })
const RulesPayload = z.object({ before: ApprovalSettings, after: ApprovalSettings })

const RUN: Record<
  ApprovalActionName,
  (ctx: Context, request: ApprovedAction) => Promise<string | undefined>
> = {
  'refund-order': async (ctx, { id, subject, payload }) =>
    (await recordRefund(ctx, subject, RefundRequest.parse(payload), id)).refundId,
  'retry-refund': async (ctx, { payload }) => recordRetry(ctx, RetryPayload.parse(payload).id),
  'close-return': async (ctx, { payload }) => {
    const { id, ...refund } = ReturnPayload.parse(payload)
    return (await recordReturnRefund(ctx, id, refund)).refundId
  },
  'complete-exchange': async (ctx, { payload }) => {
    const { id, restock } = ExchangePayload.parse(payload)
    return (await recordExchange(ctx, id, { restock })).refundId
  },
  'cancel-order': async (ctx, { subject, payload }) => {
    await updateOrderStatus(ctx, subject, { to: 'cancelled', ...CancellationPayload.parse(payload) })
    return undefined
  },
  'change-role': async (ctx, { subject: id, payload }) => {
    const change = RolePayload.parse(payload)
    const profile = await findProfile(ctx.db, id)
    const current = 'role' in change ? profile?.role : profile?.staffRole
    if (current !== change.before)
      throw new Refusal('conflict', 'The role has changed since this was requested.')
    if ('role' in change) await changeRole(ctx, { id, role: change.role }, PROVEN)
    else await changeStaffRole(ctx, { id, staffRole: change.staffRole }, PROVEN)
    return undefined
  },
  'invite-staff': async (ctx, { payload }) => {
    await inviteStaff(ctx, InvitationPayload.parse(payload), PROVEN)
    return undefined
  },
  'delete-files': async (ctx, { payload }) => {
    const { bucket, ids } = FilesPayload.parse(payload)
    if (!(await removeUploads(ctx, bucket, ids)))
      throw new Refusal('conflict', 'These files have already been deleted.')
    return undefined
  },
  'erase-customer': async (ctx, { subject, payload }) => {
    const { guest } = ErasurePayload.parse(payload)
    await (guest ? eraseGuestOfOrder(ctx, subject) : eraseCustomer(ctx, subject))
    return undefined
  },
  // The requester downloads it afterwards.
  'export-list': async () => undefined,
  'read-records': async (ctx, { payload }) => {
    await requireDay(ctx, ReadsPayload.parse(payload).day)
    return undefined
  },
  'change-approval-rules': async (ctx, { payload }) => {
    await saveApprovalSettings(ctx, RulesPayload.parse(payload), PROVEN)
    return undefined
  },
}
