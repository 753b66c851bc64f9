import { z } from 'zod'
import { requireApproval } from '#core/approval-rules/approval-rules.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { ListQuery } from '../pagination.ts'
import { DOWNLOAD_HOURS } from './approval-request.ts'

/** The part of a list that an export holds. */
const EXPORT_FILTERS = z.object({
  search: z.string().optional(),
  filter: z.string().optional(),
  scope: z.string().optional(),
  tag: z.string().optional(),
  period: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  country: z.string().optional(),
  sort: z.string().optional(),
})
export type ExportQuery = z.infer<typeof EXPORT_FILTERS>

/** Refuses an export of personal data that needs approval. */
export async function requireExportApproval(
  ctx: Context,
  { list, ...exportQuery }: ListQuery & { list: string },
): Promise<void> {
  requirePermission(ctx.actor, 'personal-data.export')
  const payload = EXPORT_FILTERS.parse(exportQuery)
  const { search, filter, scope, tag, period, from, to, country } = payload
  const conditions = [
    filter,
    search && 'some search results',
    scope,
    tag && `tagged “${tag}”`,
    period,
    from && `from ${from}`,
    to && `until ${to}`,
    country,
  ].filter(Boolean)
  await requireApproval(ctx, {
    action: 'export-list',
    subject: list,
    payload,
    changes: [
      {
        label: 'Export',
        after: conditions.length ? `${list} (${conditions.join(', ')})` : `${list}, all rows`,
      },
    ],
  })
}

const APPROVED_EXPORT = z.strictObject({
  list: z.string(),
  payload: EXPORT_FILTERS,
})

/**
 * Only the requester can download an approved export, once within a day. A second click counts as the same download for
 * a minute, because the browser then drops the first response.
 */
export async function takeApprovedExport(
  ctx: Context,
  id: string,
): Promise<{ list: string; exportQuery: ExportQuery }> {
  const [taken] = await staffTransaction(
    ctx,
    'personal-data.export',
    (tx, actor) => query(tx, APPROVED_EXPORT)`
      update approval_requests set downloaded_at = coalesce(downloaded_at, now())
      where id = ${id} and action = 'export-list' and state = 'approved' and requested_by = ${actor.id}
        and decided_at > now() - ${DOWNLOAD_HOURS} * interval '1 hour'
        and (downloaded_at is null or downloaded_at > now() - interval '1 minute')
      returning subject as list, payload`,
  )
  if (taken) return { list: taken.list, exportQuery: taken.payload }
  throw new Refusal('conflict', CANNOT_DOWNLOAD)
}

const CANNOT_DOWNLOAD = `An approved export can be downloaded once, within ${DOWNLOAD_HOURS} hours, by the person who requested it. Request it again.`
