import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { statement } from '#db/statement.ts'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Product } from './product.ts'
import type { StockAdjustment, StockMovement, StockReason } from './stock.ts'

/** Adds a ledger row. A database constraint keeps stock from going below zero. */
export async function adjustStock(
  ctx: Context,
  id: string,
  { change, reason, note, key }: StockAdjustment,
): Promise<number> {
  const { id: actorId } = requireRole(canAccessAdmin, ctx.actor)
  if (!Number.isInteger(change) || change === 0) throw invalidChange(NOT_A_CHANGE)
  if (Math.abs(change) > MAX_CHANGE) throw invalidChange(CHANGE_TOO_LARGE)
  if (!isId('product', id) || !(await productExists(ctx, id)))
    throw new Refusal('not_found', 'Product not found.')
  try {
    const trimmedNote = note?.trim().slice(0, 500) || null
    const cause = key ? hashKey(actorId, key) : ''
    const [saved] = await insertMovement(ctx.db, id, change, reason, actorId, trimmedNote, cause)
    if (!saved) await requireSameChange(ctx, id, { cause, change, reason })
  } catch (error) {
    if (!isNegativeStockError(error)) throw error
    const { available } = await findStockLevel(ctx, id)
    throw new Refusal('out_of_stock', `Only ${available} in stock. Stock can’t go below zero.`, {
      change: `Only ${available} in stock.`,
    })
  }
  return (await findStockLevel(ctx, id)).available
}

const hashKey = (actorId: string, key: string) =>
  createHash('sha256')
    .update(JSON.stringify([actorId, key]))
    .digest('base64url')

async function requireSameChange(
  ctx: Context,
  id: string,
  { cause, change, reason }: { cause: string; change: number; reason: StockReason },
): Promise<void> {
  const [saved] = await selectMovementByCause(ctx.db, id, cause)
  if (saved?.change === change && saved.reason === reason) return
  const savedChange = saved && (saved.change > 0 ? `+${saved.change}` : saved.change)
  const message = `A change of ${savedChange} was already saved with this key. Reload the page, then enter the next change.`
  throw new Refusal('idempotency_mismatch', message, { change: message })
}

const MAX_CHANGE = 1_000_000
const NOT_A_CHANGE = 'Enter a whole number other than zero, such as 12 or -3.'
const CHANGE_TOO_LARGE = `Change the stock by at most ${MAX_CHANGE.toLocaleString('en-US')} units at a time.`

const invalidChange = (message: string) => new Refusal('invalid_input', message, { change: message })

/** `held` units are reserved for open payments and aren't part of `available`. */
export async function findStockLevel(ctx: Context, id: string): Promise<{ available: number; held: number }> {
  const [row] = await selectStock(ctx.db, id)
  return { available: row?.available ?? 0, held: row?.held ?? 0 }
}

/** A replica learns of a sale later than the primary, so a shopper could see stock rise and fall again. */
export async function withCurrentStock(ctx: Context, products: Product[]): Promise<Product[]> {
  const isCurrent = ctx.reads === undefined || ctx.reads === ctx.db
  if (isCurrent || !products.length) return products
  const levels = await selectStockLevels(ctx.db, JSON.stringify(products.map(({ id }) => id)))
  const stockById = new Map(levels.map(({ id, available }) => [id, available]))
  return products.map((product) => {
    const stock = stockById.get(product.id) ?? product.stock
    return { ...product, stock, inStock: stock > 0 }
  })
}

export async function listStockMovements(ctx: Context, id: string): Promise<StockMovement[]> {
  requireRole(canAccessAdmin, ctx.actor)
  return selectMovements(ctx.db, id)
}

async function productExists(ctx: Context, id: string): Promise<boolean> {
  return (await ctx.db.execute(sql`select 1 from products where id = ${id}`)).rows.length > 0
}

function isNegativeStockError(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && 'constraint' in cause && cause.constraint === 'stock_never_negative'
}

const insertMovement = statement<{ id: number }>(
  'stock_change',
  `insert into stock_movements (product_id, change, reason, actor_id, note, cause) values ($1, $2, $3, $4, $5, $6)
   on conflict (product_id, cause) where order_id is null and cause <> '' do nothing returning id`,
)
const selectMovementByCause = statement<{ change: number; reason: string }>(
  'stock_change_by_cause',
  `select change, reason from stock_movements
   where product_id = $1 and cause = $2 and order_id is null and cause <> ''`,
)
const selectStock = statement<{ available: number; held: number }>(
  'stock_of',
  `select available, (select coalesce(-sum(change), 0)::int from stock_movements m
     where m.product_id = s.product_id and reason in ('held', 'released')) as held
   from stock_levels s where product_id = $1`,
)
const selectStockLevels = statement<{ id: string; available: number }>(
  'stock_of_some',
  `select product_id as id, available from stock_levels
   where product_id = any(array(select json_array_elements_text($1::json)))`,
)
const selectMovements = statement<StockMovement>(
  'stock_movements_of',
  `select m.id, m.change, m.reason, o.number as "orderNumber", p.email as by, m.note, m.created_at as at
   from stock_movements m left join orders o on o.id = m.order_id left join profiles p on p.id = m.actor_id
   where m.product_id = $1 order by m.id desc limit 20`,
)
