import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { readNote } from '#core/customers/tags/read-note.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, query } from '#db/sql.ts'

const OrderNote = z.strictObject({ id: z.int(), note: z.string(), by: z.string().nullable(), at: z.date() })
export type OrderNote = z.infer<typeof OrderNote>

export async function listOrderNotes(ctx: Context, orderId: string): Promise<OrderNote[]> {
  requirePermission(ctx.actor, 'orders.view')
  return query(ctx.db, OrderNote)`
    select n.id, n.note, p.email as by, n.at from order_notes n left join profiles p on p.id = n.actor_id
    where n.order_id = ${orderId} order by n.id`
}

export async function addOrderNote(ctx: Context, orderId: string, note: string): Promise<void> {
  const { id } = requirePermission(ctx.actor, 'orders.note')
  const text = readNote(note)
  await staffTransaction(
    ctx,
    'orders.note',
    (tx) => execute(tx)`
      insert into order_notes (order_id, actor_id, note) values (${orderId}, ${id}, ${text})`,
  )
}
