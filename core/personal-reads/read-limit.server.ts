import { z } from 'zod'
import { findApprovalRules } from '#core/approval-rules/approval-rules.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'

const Approved = z.strictObject({ day: z.string(), hasExport: z.boolean(), records: z.int() })

export type ReadLimit = {
  /** Null if the reader has none: the rule is off, or someone approved an export by this person in the last 24 hours. */
  limit: number | null
  /** What the day allows without approval, and what each approval adds. */
  step: number
  /** In the store's time zone. */
  day: string
}

/** How many records of lists and prints a person or key may read today. */
export async function findReadLimit(ctx: Context, { id }: { id: string }): Promise<ReadLimit> {
  const [approved] = await query(ctx.db, Approved)`
    select d.day::text as day,
      coalesce(bool_or(r.action = 'export-list' and r.decided_at > ${ctx.now}::timestamptz - interval '24 hours'), false)
        as "hasExport",
      coalesce(sum((r.payload ->> 'records')::int)
        filter (where r.action = 'read-records' and r.payload ->> 'day' = d.day::text), 0)::int as records
    from (select (${ctx.now}::timestamptz at time zone store_time_zone())::date as day) d
      left join approval_requests r on r.requested_by = ${id} and r.state = 'approved'
        and r.action in ('export-list', 'read-records')
    group by d.day`
  if (!approved) throw new Error('The approvals of today were not found')
  const { approvals } = await readStoreSettings(ctx.db, ctx.log)
  const isOn = approvals.personalDataExport && (await findApprovalRules(ctx)).personalDataExport
  const step = approvals.personalRecordsPerDay
  return { limit: isOn && !approved.hasExport ? step + approved.records : null, step, day: approved.day }
}
