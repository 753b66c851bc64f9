import { writeAudit } from '../audit/audit.server.ts'
import { type AuditEntry, readAuditLog } from '../audit/audit-log.server.ts'
import type { Context } from '../context.ts'
import type { ListPage, ListQuery } from '../pagination.ts'
import { requirePermission } from './permissions.ts'

export async function listAuditEntries(ctx: Context, listQuery: ListQuery): Promise<ListPage<AuditEntry>> {
  requirePermission(ctx.actor, 'audit.view')
  return readAuditLog(ctx, listQuery)
}

/** The audit log says who took personal data out of the store. */
export async function recordPersonalExport(ctx: Context, list: string): Promise<void> {
  requirePermission(ctx.actor, 'personal-data.export')
  await writeAudit(ctx, { action: 'list-exported', subject: list })
}
