import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'

export type AuditRecord = { action: string; subject: string; before?: object; after?: object }

/** Writes in the transaction of the change. Records hold no secrets and no personal data that must be erasable. */
export async function writeAudit(ctx: Context, record: AuditRecord, db: Db = ctx.db): Promise<void> {
  const { actor, approval, now: at, requestId } = ctx
  const actorId = actor.kind === 'user' || actor.kind === 'key' ? actor.id : null
  const after = approval
    ? { ...record.after, approval: approval.id, approvedBy: approval.approvedBy }
    : record.after
  await insertAuditEntry(db, { ...record, ...(after && { after }), at, actorId, requestId })
}

type NewAuditEntry = AuditRecord & { at: Date; actorId: string | null; requestId: string | null }

/** For jobs, which have no context. */
export async function insertAuditEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  const { at, actorId, action, subject, before, after, requestId } = entry
  const json = (change: object | undefined) => (change ? sql.json(change) : null)
  await execute(db)`
    insert into audit_entries (at, actor_id, action, subject, before, after, request_id)
    values (${at}, ${actorId}, ${action}, ${subject}, ${json(before)}, ${json(after)}, ${requestId})`
}

/** The audit log says who took personal data out of the store. */
export async function recordPersonalExport(ctx: Context, list: string): Promise<void> {
  requirePermission(ctx.actor, 'personal-data.export')
  await writeAudit(ctx, { action: 'list-exported', subject: list })
}
