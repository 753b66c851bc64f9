import { z } from 'zod'
import { readNote } from '#core/customers/tags/read-note.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { lockUnsentDraft } from './edit-draft-order.server.ts'

const DraftNote = z.strictObject({ id: z.int(), note: z.string(), by: z.string().nullable(), at: z.date() })
export type DraftNote = z.infer<typeof DraftNote>

export async function listDraftNotes(ctx: Context, draftId: string): Promise<DraftNote[]> {
  requirePermission(ctx.actor, 'orders.create')
  return query(ctx.db, DraftNote)`
    select n.id, n.note, p.email as by, n.at from draft_order_notes n left join profiles p on p.id = n.actor_id
    where n.draft_id = ${draftId} order by n.id`
}

/** Once the draft is sent, notes belong to its order. */
export async function addDraftNote(ctx: Context, draftId: string, note: string): Promise<void> {
  const text = readNote(note)
  await staffTransaction(ctx, 'orders.create', async (tx, actor) => {
    await lockUnsentDraft(tx, draftId)
    await execute(tx)`
      insert into draft_order_notes (draft_id, actor_id, note, at) values (${draftId}, ${actor.id}, ${text}, ${ctx.now})`
  })
}
