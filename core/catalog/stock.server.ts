import { hash } from 'node:crypto'
import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { type Db, isConnectionLost } from '#db/connection.ts'
import { violates } from '#db/database-error.ts'
import { execute, query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import { inTime } from '../in-time.ts'
import type { Product } from './product.ts'
import type { FindBatch, StockAdjustment, StockReason } from './stock.ts'

/** Adds a ledger row. A database constraint keeps stock from going below zero. */
export async function adjustStock(
  ctx: Context,
  id: string,
  { change, reason, note, key }: StockAdjustment,
  findBatch?: FindBatch,
): Promise<number> {
  const { id: actorId } = requirePermission(ctx.actor, 'stock.edit')
  if (!Number.isInteger(change) || change === 0) throw invalidInput('change', NOT_A_CHANGE)
  if (Math.abs(change) > MAX_CHANGE) throw invalidInput('change', CHANGE_TOO_LARGE)
  if (!isId('product', id) || !(await productExists(ctx, id)))
    throw new Refusal('not_found', 'Product not found.')
  try {
    const trimmedNote = note?.trim().slice(0, 500) || null
    const cause = key ? hash('sha256', JSON.stringify([actorId, key]), 'base64url') : ''
    await staffTransaction(ctx, 'stock.edit', async (tx) => {
      const batchId = (await findBatch?.(tx, { cause })) ?? null
      const inserted = await execute(tx)`
        insert into stock_movements (product_id, change, reason, actor_id, note, cause, batch_id, created_at)
        values (${id}, ${change}, ${reason}, ${actorId}, ${trimmedNote}, ${cause}, ${batchId}, ${ctx.now})
        on conflict (product_id, cause) where order_id is null and cause <> '' do nothing`
      if (!inserted) await requireSameChange(tx, id, { cause, change, reason, batchId })
    })
  } catch (error) {
    if (violates(error, 'batches_remaining') || violates(error, 'batches_recalled'))
      throw new Refusal('conflict', NOT_IN_BATCH, { change: NOT_IN_BATCH })
    if (!isNegativeStockError(error)) throw error
    const { available } = await findStockLevel(ctx, id)
    throw new Refusal('out_of_stock', `Only ${available} in stock. Stock can’t go below zero.`, {
      change: `Only ${available} in stock.`,
    })
  }
  return (await findStockLevel(ctx, id)).available
}

async function requireSameChange(
  tx: Db,
  id: string,
  {
    cause,
    change,
    reason,
    batchId,
  }: { cause: string; change: number; reason: StockReason; batchId: string | null },
): Promise<void> {
  const [saved] = await query(tx, SavedChange)`
    select change, reason, batch_id as "batchId" from stock_movements
    where product_id = ${id} and cause = ${cause} and order_id is null and cause <> ''`
  if (saved?.change === change && saved.reason === reason && saved.batchId === batchId) return
  const savedChange = saved && (saved.change > 0 ? `+${saved.change}` : saved.change)
  const message = `A change of ${savedChange} was already saved with this key. Reload the page, then enter the next change.`
  throw new Refusal('idempotency_mismatch', message, { change: message })
}

const SavedChange = z.strictObject({ change: z.int(), reason: z.string(), batchId: z.string().nullable() })

const MAX_CHANGE = 1_000_000
const NOT_IN_BATCH = 'The batch has fewer units left. Orders have been assigned the others.'
const NOT_A_CHANGE = 'Enter a whole number other than zero, such as 12 or -3.'
const CHANGE_TOO_LARGE = `Change the stock by at most ${MAX_CHANGE.toLocaleString('en-US')} units at a time.`

/** `held` units are reserved for open payments and aren't part of `available`. */
export async function findStockLevel(ctx: Context, id: string): Promise<StockLevel> {
  const [level] = await query(ctx.db, StockLevel)`
    select available, (select coalesce(sum(i.quantity), 0)::int from payments p join order_items i using (order_id)
      where p.state = 'open' and i.product_id = s.product_id) as held
    from stock_levels s where product_id = ${id}`
  return level ?? { available: 0, held: 0 }
}

const StockLevel = z.strictObject({ available: z.int(), held: z.int() })
type StockLevel = z.infer<typeof StockLevel>

/** For products that were read earlier, or from a replica. */
export async function withCurrentStock(ctx: Context, products: Product[]): Promise<Product[]> {
  if (!products.length) return products
  const ids = products.map(({ id }) => id)
  const currentLevels = query(ctx.db, AvailableStock)`
    select product_id as id, available from stock_levels where product_id = any(${ids})`
  const levels = await (readsReplica(ctx) ? unlessAway(currentLevels) : currentLevels)
  const stockById = new Map(levels.map(({ id, available }) => [id, available]))
  return products.map((product) => {
    const stock = stockById.get(product.id) ?? product.stock
    return { ...product, stock, inStock: stock > 0 }
  })
}

/** Whether the catalog comes from a replica, which learns of a sale later than the primary. */
export function readsReplica({ db, reads = db }: Pick<Context, 'db' | 'reads'>): boolean {
  return reads !== db
}

/** While the primary is away, the replica's stock is the best there is. */
function unlessAway<Row>(rows: Promise<Row[]>): Promise<Row[]> {
  return inTime(rows, STOCK_WAIT_MS, []).catch((error) => {
    if (!isConnectionLost(error)) throw error
    return []
  })
}

const STOCK_WAIT_MS = 1000

const AvailableStock = z.strictObject({ id: z.string(), available: z.int() })

export async function listStockMovements(ctx: Context, id: string): Promise<StockMovement[]> {
  requirePermission(ctx.actor, 'products.view')
  return query(ctx.db, StockMovement)`
    select m.id, m.change, m.reason, o.number as "orderNumber", p.email as by, m.note, m.created_at as at,
      b.id as "batchId", b.number as "batchNumber"
    from stock_movements m left join orders o on o.id = m.order_id left join profiles p on p.id = m.actor_id
      left join batches b on b.id = m.batch_id
    where m.product_id = ${id} order by m.id desc limit 20`
}

const StockMovement = z.strictObject({
  id: z.int(),
  change: z.int(),
  reason: z.string(),
  orderNumber: z.string().nullable(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  at: z.date(),
  batchId: z.string().nullable(),
  batchNumber: z.string().nullable(),
})
export type StockMovement = z.infer<typeof StockMovement>

async function productExists(ctx: Context, id: string): Promise<boolean> {
  return (await execute(ctx.db)`select id from products where id = ${id}`) > 0
}

function isNegativeStockError(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'stock_never_negative'
}
