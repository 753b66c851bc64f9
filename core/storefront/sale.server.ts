import { z } from 'zod'
import { type Sql, sql } from '#db/sql.ts'
import { regionalAmount } from '../pricing/quote.ts'
import type { Region } from '../regions/regions.ts'
import { DEFAULT_REGIONS } from '../regions/terms.ts'
import type { Sale } from './sale.ts'

export const StoredSale = z.strictObject({
  title: z.string(),
  startsAt: z.iso.datetime({ offset: true }),
  endsAt: z.iso.datetime({ offset: true }).nullable(),
  lowest: z.strictObject({ price: z.int(), rate: z.number() }).nullable(),
})

/** Of `products`. The region is part of the statement: as parameters, PostgreSQL would plan each page again. */
export function selectSale({ code, showsLowestPrice }: Region): Sql {
  return sql`select json_build_object('title', f.title, 'startsAt', f.starts_at, 'endsAt', f.ends_at,
      'lowest', ${showsLowestPrice ? sql`(${selectLowest(code)})` : sql`null`})
    from offers f where f.id = products.price_offer_id`
}

/** Of the 30 days before the current price began, at the rates of those days. A rate of null was the built-in one. */
const selectLowest = (code: Region['code']) => sql`
  select json_build_object('price', h.price, 'rate', coalesce(r.rate, ${defaultRate(code)}))
  from price_history reduced
  join price_history h on h.product_id = products.id
    and h.from_at < reduced.from_at and h.to_at > reduced.from_at - interval '30 days'
  join region_rates r on r.region = ${sql.raw(`'${code}'`)} and r.from_at < least(h.to_at, reduced.from_at)
    and coalesce(r.to_at, 'infinity') > greatest(h.from_at, reduced.from_at - interval '30 days')
  where reduced.product_id = products.id and reduced.to_at is null
  order by h.price * coalesce(r.rate, ${defaultRate(code)}) limit 1`

const defaultRate = (code: Region['code']) => sql.raw(`${DEFAULT_REGIONS[code].rate}::numeric`)

export function toSale(stored: z.infer<typeof StoredSale>, { code }: Region): Sale {
  const { title, startsAt, endsAt, lowest } = stored
  const lowestAmount = lowest && regionalAmount(lowest.price, { code, rate: lowest.rate })
  return {
    title,
    startsAt: new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    lowestAmount,
  }
}
