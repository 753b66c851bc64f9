import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'

const Gifts = z.strictObject({
  giftCardsSold: z.int(),
  /** Values are in US cents, at the rate of each card. */
  giftCardSales: z.int(),
  /** By gift cards and store credit, less what unpaid orders gave back. */
  giftCardPayments: z.int(),
  returns: z.int(),
  exchanges: z.int(),
})
const WishedProduct = z.strictObject({ id: z.string(), name: z.string(), wishes: z.int(), waiting: z.int() })
export type Gifts = z.infer<typeof Gifts> & {
  /** Now, not only of the period. */
  wished: z.infer<typeof WishedProduct>[]
}

const MAX_WISHED = 5

export async function readGifts(db: Db, since: Date, until: Date): Promise<Gifts> {
  const [[gifts], wished] = await Promise.all([
    query(db, Gifts, { prepare: false })`
      select cards.*, requests.* from (
        select count(*) filter (where reason = 'sold')::int as "giftCardsSold",
          coalesce(sum(base_change) filter (where reason = 'sold'), 0)::bigint as "giftCardSales",
          coalesce(-sum(base_change) filter (where reason <> 'sold'), 0)::bigint as "giftCardPayments"
        from gift_card_movements
        where reason in ('sold', 'redeemed', 'released') and created_at > ${since} and created_at <= ${until}
      ) cards, (
        select count(*)::int as returns, count(*) filter (where resolution = 'exchange')::int as exchanges
        from returns where state <> 'declined' and requested_at > ${since} and requested_at <= ${until}
      ) requests`,
    query(db, WishedProduct)`
      select d.product_id as id, p.name, d.wishes, d.waiting
      from product_demand d join products p on p.id = d.product_id
      where d.wishes > 0 order by d.wishes desc, d.product_id desc limit ${MAX_WISHED}`,
  ])
  if (!gifts) throw new Error('Counting gift cards returned no row')
  return { ...gifts, wished }
}
