import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { query } from '#db/sql.ts'
import type { Order } from '../order.ts'

const FirstUse = z.strictObject({ name: z.string(), steps: z.array(z.string()) })
export type FirstUse = z.infer<typeof FirstUse>

/** How to use the first item that says so. A product without text of its own has its family's. */
export async function findFirstUse(
  { db }: Pick<Context, 'db'>,
  { id }: Pick<Order, 'id'>,
): Promise<FirstUse | null> {
  const [firstUse] = await query(db, FirstUse)`
    select i.name, to_json(used.steps) as steps
    from order_items i join products p on p.id = i.product_id left join families f on f.id = p.family_id
      cross join lateral (select case when p.how_to_use = '{}' then f.how_to_use else p.how_to_use end as steps) used
    where i.order_id = ${id} and p.status = 'published' and used.steps <> '{}'
    order by i.id limit 1`
  return firstUse ?? null
}
