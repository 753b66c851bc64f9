import { z } from 'zod'
import { canAccessAdmin, requireRole } from '#core/accounts/policy.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { execute, query, sql } from '#db/sql.ts'

const OrderNote = z.strictObject({ id: z.int(), note: z.string(), by: z.string().nullable(), at: z.date() })
export type OrderNote = z.infer<typeof OrderNote>

export async function listOrderNotes(ctx: Context, orderId: string): Promise<OrderNote[]> {
  requireRole(canAccessAdmin, ctx.actor)
  return query(
    ctx.db,
    OrderNote,
    sql`select n.id, n.note, p.email as by, n.at from order_notes n left join profiles p on p.id = n.actor_id
      where n.order_id = ${orderId} order by n.id`,
  )
}

export async function addOrderNote(ctx: Context, orderId: string, note: string): Promise<void> {
  const { id } = requireRole(canAccessAdmin, ctx.actor)
  const text = note.trim()
  if (!text) throw new Refusal('invalid_input', NOTE_REQUIRED, { note: NOTE_REQUIRED })
  if (text.length > 2000 || text.includes('\0'))
    throw new Refusal('invalid_input', NOTE_TOO_LONG, { note: NOTE_TOO_LONG })
  await execute(
    ctx.db,
    sql`insert into order_notes (order_id, actor_id, note) values (${orderId}, ${id}, ${text})`,
  )
}

const NOTE_REQUIRED = 'Enter a note.'
const NOTE_TOO_LONG = 'Use at most 2,000 characters.'
