import { canAccessAdmin, requireRole } from '#core/accounts/policy.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { statement } from '#db/statement.ts'

export type OrderNote = { id: number; note: string; by: string | null; at: string }

export async function listOrderNotes(ctx: Context, orderId: string): Promise<OrderNote[]> {
  requireRole(canAccessAdmin, ctx.actor)
  return selectNotes(ctx.db, orderId)
}

export async function addOrderNote(ctx: Context, orderId: string, note: string): Promise<void> {
  const { id } = requireRole(canAccessAdmin, ctx.actor)
  const text = note.trim()
  if (!text) throw new Refusal('invalid_input', NOTE_REQUIRED, { note: NOTE_REQUIRED })
  if (text.length > 2000 || text.includes('\0'))
    throw new Refusal('invalid_input', NOTE_TOO_LONG, { note: NOTE_TOO_LONG })
  await insertNote(ctx.db, orderId, id, text)
}

const NOTE_REQUIRED = 'Enter a note.'
const NOTE_TOO_LONG = 'Use at most 2,000 characters.'

const selectNotes = statement<OrderNote>(
  'order_notes',
  `select n.id, n.note, p.email as by, n.at from order_notes n left join profiles p on p.id = n.actor_id
   where n.order_id = $1 order by n.id`,
)
const insertNote = statement(
  'order_note_add',
  'insert into order_notes (order_id, actor_id, note) values ($1, $2, $3)',
)
