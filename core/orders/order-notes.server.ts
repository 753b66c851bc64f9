import { statement } from '#db/statement.ts'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'

export type OrderNote = { id: number; note: string; by: string | null; at: string }

/** What those who pack wrote about an order, the oldest first. */
export async function notesOf(ctx: Context, orderId: string): Promise<OrderNote[]> {
  requireRole(canAccessAdmin, ctx.actor)
  return selectNotes(ctx.db, orderId)
}

export async function addNote(ctx: Context, orderId: string, note: string): Promise<void> {
  const { id } = requireRole(canAccessAdmin, ctx.actor)
  const words = note.trim()
  if (!words) throw new Refusal('invalid_input', NEEDED, { note: NEEDED })
  if (words.length > 2000 || words.includes('\0')) throw new Refusal('invalid_input', LONG, { note: LONG })
  await insertNote(ctx.db, orderId, id, words)
}

const NEEDED = 'Write a word or two.'
const LONG = 'Use at most 2000 characters.'

const selectNotes = statement<OrderNote>(
  'order_notes',
  `select n.id, n.note, p.email as by, n.at from order_notes n left join profiles p on p.id = n.actor_id
   where n.order_id = $1 order by n.id`,
)
const insertNote = statement(
  'order_note_add',
  'insert into order_notes (order_id, actor_id, note) values ($1, $2, $3)',
)
