import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { auditEntries } from './audit.table.ts'

export type AuditRecord = { action: string; subject: string; before?: object; after?: object }

/** Writes in the transaction of the change. Records hold no secrets and no personal data that must be erasable. */
export async function writeAudit(ctx: Context, record: AuditRecord, db: Db = ctx.db): Promise<void> {
  const actorId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  await db.insert(auditEntries).values({ ...record, actorId, requestId: ctx.requestId })
}
