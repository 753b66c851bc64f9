import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { DELETED_EMAIL } from '../email/deleted-email.ts'
import { Refusal } from '../errors.ts'
import { StoredPicture } from '../media/stored-picture.server.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '../pagination.ts'
import { SAMPLE_PICTURE } from './offered-samples.server.ts'

const AdminSample = z.strictObject({
  /** The sample's product. */
  id: z.string(),
  name: z.string(),
  picture: StoredPicture.nullable(),
  active: z.boolean(),
  position: z.int(),
  stock: z.int(),
  fullSizeId: z.string(),
  fullSizeName: z.string(),
  /** Of the latest 5,000 orders with it, those that were neither cancelled nor left unpaid. */
  given: z.int(),
  /** Of the people who got it, and of them those who ordered the full size afterwards. */
  people: z.int(),
  buyers: z.int(),
  createdAt: z.date(),
})
export type AdminSample = z.infer<typeof AdminSample>

const byPosition = sortBy('position', sql`s.position`, 'bigint', sql`s.product_id`)
const byStock = sortBy('stock', sql`l.available`, 'bigint', sql`s.product_id`)
const byName = sortBy('name', sql`p.name`, 'text', sql`s.product_id`)
const SORTS = {
  position: byPosition,
  name: byName,
  stock: byStock,
  'stock-down': { ...byStock, descending: true },
}
const FILTERS = { on: sql`s.active`, off: sql`not s.active`, out: sql`l.available = 0` }

/** With how many were given away, and how many of their recipients bought the product. */
export async function listSamples(ctx: Context, listQuery: ListQuery): Promise<ListPage<AdminSample>> {
  requirePermission(ctx.actor, 'products.view')
  return listRows(ctx.db, AdminSample, listQuery, {
    select: SELECT_SAMPLE,
    sorts: SORTS,
    filters: FILTERS,
    searchText: sql`lower(p.name)`,
  })
}

export async function findAdminSample(ctx: Context, id: string): Promise<AdminSample> {
  requirePermission(ctx.actor, 'products.view')
  const [sample] = await query(ctx.db, AdminSample)`${SELECT_SAMPLE} where s.product_id = ${id}`
  if (!sample) throw new Refusal('not_found', 'Sample not found.')
  return sample
}

// A person is an email address, unless it was erased. The full size counts in any of its shades and sizes. The latest orders
// stand for all, so that the list of a large store stays fast.
const SELECT_SAMPLE = sql`
  select p.id, p.name, ${SAMPLE_PICTURE} as picture, s.active, s.position, l.available as stock,
    f.id as "fullSizeId", f.name as "fullSizeName", r.given, r.people, r.buyers, s.created_at as "createdAt"
  from samples s join products p on p.id = s.product_id join stock_levels l on l.product_id = p.id
  join products f on f.id = s.full_size_id
  cross join lateral (
    select coalesce(sum(g.orders), 0)::int as given, (count(*) filter (where g.email <> ${DELETED_EMAIL}))::int as people,
      (count(*) filter (where g.email <> ${DELETED_EMAIL} and exists (
        select from orders later join order_items bought on bought.order_id = later.id and not bought.sample
          join products b on b.id = bought.product_id and b.listing_id = f.listing_id
        where later.email = g.email and later.created_at > g.first_at and later.status <> 'cancelled'
          and (later.payment_status in ('paid', 'refunded') or later.payment_method = 'demo'))))::int as buyers
    from (
      select o.email, count(*) as orders, min(o.created_at) as first_at
      from (select order_id from order_items where product_id = s.product_id and sample order by id desc limit 5000) i
        join orders o on o.id = i.order_id
      where o.status <> 'cancelled'
        and (o.payment_status in ('paid', 'refunded') or o.payment_method = 'demo')
      group by o.email) g) r`
