import { sql } from 'drizzle-orm'
import { statement } from '#db/statement.ts'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Movement, StockChange } from './stock.ts'

/** A line in the ledger; below zero the database lets nobody go. */
export async function changeStock(
  ctx: Context,
  id: string,
  { change, reason, note }: StockChange,
): Promise<number> {
  const { id: actorId } = requireRole(canAccessAdmin, ctx.actor)
  if (!Number.isInteger(change) || change === 0 || Math.abs(change) > 1_000_000) {
    throw new Refusal('invalid_input', HOW_MUCH, { change: HOW_MUCH })
  }
  if (!isId('product', id) || !(await exists(ctx, id)))
    throw new Refusal('not_found', 'There is no such product.')
  try {
    await insertMovement(ctx.db, id, change, reason, actorId, note?.trim().slice(0, 500) || null)
  } catch (error) {
    if (!isBelowZero(error)) throw error
    const { available } = await stockOf(ctx, id)
    throw new Refusal('out_of_stock', `There are only ${available}: stock can’t go below zero.`, {
      change: `There are only ${available}.`,
    })
  }
  return (await stockOf(ctx, id)).available
}

const HOW_MUCH = 'Say by how many whole pieces, such as 12 or -3.'

/** What can be bought, what is held for open payments, and what stands on the shelf with both. */
export async function stockOf(ctx: Context, id: string): Promise<{ available: number; held: number }> {
  const [row] = await selectStock(ctx.db, id)
  return { available: row?.available ?? 0, held: row?.held ?? 0 }
}

/** The last changes of a product's stock, the newest first. */
export async function movementsOf(ctx: Context, id: string): Promise<Movement[]> {
  requireRole(canAccessAdmin, ctx.actor)
  return selectMovements(ctx.db, id)
}

async function exists(ctx: Context, id: string): Promise<boolean> {
  return (await ctx.db.execute(sql`select 1 from products where id = ${id}`)).rows.length > 0
}

function isBelowZero(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && 'constraint' in cause && cause.constraint === 'stock_never_negative'
}

const insertMovement = statement(
  'stock_change',
  'insert into stock_movements (product_id, change, reason, actor_id, note) values ($1, $2, $3, $4, $5)',
)
const selectStock = statement<{ available: number; held: number }>(
  'stock_of',
  `select available, (select coalesce(-sum(change), 0)::int from stock_movements m
     where m.product_id = s.product_id and reason in ('held', 'released')) as held
   from stock_levels s where product_id = $1`,
)
const selectMovements = statement<Movement>(
  'stock_movements_of',
  `select m.id, m.change, m.reason, o.number as "orderNumber", p.email as by, m.note, m.created_at as at
   from stock_movements m left join orders o on o.id = m.order_id left join profiles p on p.id = m.actor_id
   where m.product_id = $1 order by m.id desc limit 20`,
)
