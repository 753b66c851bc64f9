import { z } from 'zod'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'

const SalePeriod = z.strictObject({ productId: z.string(), startsAt: z.date(), endsAt: z.date().nullable() })
export type SalePeriod = z.infer<typeof SalePeriod>

/** When the offers that reduce the prices of these products run. */
export async function findSalePeriods(
  { db, reads = db }: Pick<Context, 'db' | 'reads'>,
  productIds: string[],
): Promise<Map<string, SalePeriod>> {
  if (!productIds.length) return new Map()
  const rows = await query(reads, SalePeriod)`
    select p.id as "productId", f.starts_at as "startsAt", f.ends_at as "endsAt"
    from products p join offers f on f.id = p.price_offer_id where p.id = any(${productIds})`
  return new Map(rows.map((row) => [row.productId, row]))
}
