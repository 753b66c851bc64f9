import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { calendarDay } from '#core/dates.ts'
import { Refusal } from '#core/errors.ts'
import { isId } from '#core/ids.ts'
import { type ListPage, type ListQuery, listRows, type SortOrder, sortBy } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, sql } from '#db/sql.ts'
import { EXPIRING_DAYS } from './batch.ts'

const BatchRow = z.strictObject({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  formulaId: z.string().nullable(),
  formulaVersion: z.int().nullable(),
  number: z.string(),
  expiresOn: z.string().nullable(),
  expiryDays: z.int(),
  receivedAt: z.date(),
  received: z.int(),
  remaining: z.int(),
  /** Units of orders that haven't shipped. */
  assigned: z.int(),
  recalledAt: z.date().nullable(),
  recallReason: z.string().nullable(),
  /** Units on hand when it was recalled. */
  withdrawn: z.int(),
  /** Those of them that open orders had taken already, so these orders lack units. */
  lacking: z.int(),
})
export type Batch = Omit<z.infer<typeof BatchRow>, 'expiryDays'>

// As in its index: days that a cursor can hold.
const EXPIRY_DAYS = sql`coalesce(b.expires_on - '2000-01-01'::date, 100000)`

const SELECT_BATCH = sql`
  select b.id, b.product_id as "productId", p.name as "productName", b.formula_id as "formulaId",
    f.version as "formulaVersion", b.number, b.expires_on::text as "expiresOn", ${EXPIRY_DAYS} as "expiryDays",
    b.received_at as "receivedAt", b.received, b.remaining,
    (select coalesce(sum(a.quantity), 0)::int from order_item_batches a
      where a.batch_id = b.id and a.shipped_at is null) as assigned,
    b.recalled_at as "recalledAt", b.recall_reason as "recallReason", b.withdrawn, b.to_withdraw as lacking
  from batches b join products p on p.id = b.product_id left join formulas f on f.id = b.formula_id`

const BY_RECEIVED = sortBy('receivedAt', sql`b.received_at`, 'timestamptz', sql`b.id`)
const BY_EXPIRY: SortOrder<z.infer<typeof BatchRow>> = {
  column: EXPIRY_DAYS,
  id: sql`b.id`,
  type: 'bigint',
  toCursor: ({ expiryDays, id }) => ({ value: expiryDays, id }),
}

/** `scope` is a product. */
export async function listBatches(ctx: Context, listQuery: ListQuery): Promise<ListPage<Batch>> {
  requirePermission(ctx.actor, 'products.view')
  const today = await findToday(ctx)
  const onHand = sql`b.remaining > 0`
  const page = await listRows(ctx.db, BatchRow, listQuery, {
    select: SELECT_BATCH,
    sorts: {
      newest: { ...BY_RECEIVED, descending: true },
      oldest: BY_RECEIVED,
      expiry: BY_EXPIRY,
      'expiry-down': { ...BY_EXPIRY, descending: true },
    },
    filters: {
      'in-stock': onHand,
      expiring: sql`${onHand} and b.expires_on between ${today}::date and ${today}::date + ${EXPIRING_DAYS}::int`,
      expired: sql`${onHand} and b.expires_on < ${today}::date`,
      recalled: sql`b.recalled_at is not null`,
    },
    searchText: sql`lower(b.number)`,
    condition: sql`b.number is not null and ${listQuery.scope ? sql`b.product_id = ${listQuery.scope}` : sql`true`}`,
  })
  return { ...page, rows: page.rows.map(toBatch) }
}

export async function findBatch(ctx: Context, id: string): Promise<Batch> {
  requirePermission(ctx.actor, 'products.view')
  return readBatch(ctx.db, id)
}

/** Does not check permissions; the caller must. */
export async function readBatch(db: Db, id: string): Promise<Batch> {
  const [row] = isId('batch', id)
    ? await query(db, BatchRow)`${SELECT_BATCH} where b.id = ${id} and b.number is not null`
    : []
  if (!row) throw new Refusal('not_found', 'Batch not found.')
  return toBatch(row)
}

export async function readRecalledBatch(db: Db, id: string): Promise<Batch> {
  const batch = await readBatch(db, id)
  if (!batch.recalledAt) throw new Refusal('conflict', `Batch ${batch.number} hasn’t been recalled.`)
  return batch
}

/** Of a product that has batches, those that aren't counted below any number. Null if it has none. */
export async function countUnnumbered(ctx: Context, productId: string): Promise<number | null> {
  requirePermission(ctx.actor, 'products.view')
  const [units = null] = await queryColumn(ctx.db, z.int())`
    select remaining from batches where product_id = ${productId} and number is null`
  return units
}

/** In the store's time zone. */
export async function findToday({ db, log, now }: Pick<Context, 'db' | 'log' | 'now'>): Promise<string> {
  return calendarDay(now, (await readStoreSettings(db, log)).timeZone)
}

function toBatch({ expiryDays: _, ...batch }: z.infer<typeof BatchRow>): Batch {
  return batch
}
