import { requireStaff } from '#core/permissions/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { findReadLimit } from '../personal-reads/read-limit.server.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { requestApproval } from './approval-requests.server.ts'

/** For someone who has read as many personal records as a day allows: once approved, as many more until the day ends. */
export async function requestMoreReads(ctx: Context, reason: string): Promise<ApprovalRequest> {
  const actor = requireStaff(ctx.actor)
  const { limit, step, day } = await findReadLimit(ctx, actor)
  if (limit === null)
    throw new Refusal('conflict', 'Lists and prints are open to you today. Open the list again.')
  return requestApproval(
    ctx,
    {
      action: 'read-records',
      subject: actor.id,
      payload: { day, records: step },
      changes: [
        { label: 'Day', after: day },
        {
          label: 'Personal records on that day',
          before: limit.toLocaleString('en-US'),
          after: (limit + step).toLocaleString('en-US'),
        },
      ],
    },
    reason,
  )
}

/** The approval counts from now on, so nothing else is to be done, unless the day is over. */
export async function requireDay(ctx: Context, day: string): Promise<void> {
  const { day: today } = await findReadLimit(ctx, requireStaff(ctx.actor))
  if (day !== today) throw new Refusal('conflict', 'The day that this was for is over. Request it again.')
}
