import type { RowCopy } from './copy-rows.ts'
import type { GrowthCounts } from './plan-growth.ts'

const newOrders = (join: string) => `new_orders p join ${join}`
const newItems = (join: string) =>
  `${newOrders(join)} join new_items i on i.n = p.n and i.template_product = t.product_id`
const copyId = (id: string) => `pg_temp.copy_id(${id}, p.n, p.id_time)`
const numbered = (column: string) => `replace(${column}, p.template_number, p.number)`
const actor = { actor_id: 'case when t.actor_id = p.template_user then p.user_id else t.actor_id end' }
const order = { order_id: 'p.id' }
const item = { product_id: 'i.product' }

/** In the order in which they are copied: referenced tables come first. */
export const COPIES: Record<Exclude<keyof GrowthCounts, 'families'>, RowCopy[]> = {
  customers: [
    ...['auth_users', 'profiles'].map((table) => ({
      table,
      from: `new_customers p join ${table} t on t.id = p.template`,
      changes: { id: 'p.id', email: 'p.email' },
    })),
    {
      table: 'profile_settings',
      from: 'new_customers p join profile_settings t on t.profile_id = p.template',
      changes: { profile_id: 'p.id' },
    },
    {
      table: 'addresses',
      from: 'new_customers p join addresses t on t.profile_id = p.template',
      changes: {
        id: 'pg_temp.copy_id(t.id, p.n, pg_temp.id_time(t.created_at + p.shift))',
        profile_id: 'p.id',
      },
    },
  ],
  products: [
    {
      table: 'products',
      from: 'new_products p join products t on t.id = p.template',
      changes: {
        id: 'p.id',
        slug: 'p.slug',
        name: 'p.name',
        family_id: 'p.family_id',
        position: 'p.shade_place',
        shade_name: "p.shade->>'name'",
        shade_color: "p.shade->>'color'",
        sku: 'null',
        barcode: 'null',
        option_key: "lower(p.shade->>'name')",
        option_words: `string_to_array(search_clean(concat_ws(' ', p.shade->>'name', t.shade_code, t.shade_finish,
          color_group(p.shade->>'color'), display_size(t.size_quantity, t.size_unit))), ' ')`,
        in_stock: 'p.stock > 0',
        rating_sum: 'p.rating_sum',
        review_count: 'p.review_count',
      },
    },
    {
      table: 'product_pictures',
      from: 'new_products p join product_pictures t on t.product_id = p.template',
      changes: { product_id: 'p.id' },
    },
    {
      table: 'stock_levels',
      from: 'new_products p join stock_levels t on t.product_id = p.template',
      changes: { product_id: 'p.id', available: 'p.stock' },
    },
  ],
  orders: [
    {
      table: 'orders',
      from: newOrders('orders t on t.id = p.template'),
      changes: {
        id: 'p.id',
        number: 'p.number',
        user_id: 'p.user_id',
        email: 'p.email',
        shipping_address: `t.shipping_address || jsonb_build_object('email', p.email,
          'firstName', split_part(p.name, ' ', 1), 'lastName', substr(p.name, strpos(p.name, ' ') + 1))`,
      },
    },
    {
      table: 'order_items',
      from: newItems('order_items t on t.order_id = p.template'),
      changes: { id: copyId('t.id'), ...order, ...item, name: 'i.name' },
    },
    {
      table: 'order_steps',
      from: newOrders('order_steps t on t.order_id = p.template'),
      orderBy: 'p.n, t.id',
      changes: { ...order, ...actor },
    },
    {
      table: 'payments',
      from: newOrders('payments t on t.order_id = p.template'),
      changes: {
        id: copyId('t.id'),
        ...order,
        provider_id: numbered('t.provider_id'),
        intent_id: numbered('t.intent_id'),
      },
    },
    {
      table: 'refunds',
      from: newOrders('refunds t on t.order_id = p.template'),
      changes: {
        id: copyId('t.id'),
        ...order,
        ...actor,
        payment_id: copyId('t.payment_id'),
        cause: `t.cause || ':' || p.n`,
        provider_id: numbered('t.provider_id'),
      },
    },
    {
      table: 'refund_items',
      from: newItems('refunds r on r.order_id = p.template join refund_items t on t.refund_id = r.id'),
      changes: { refund_id: copyId('t.refund_id'), ...item },
    },
    {
      table: 'disputes',
      from: newOrders('disputes t on t.order_id = p.template'),
      changes: { id: numbered('t.id'), ...order, payment_id: copyId('t.payment_id') },
    },
    {
      table: 'stock_movements',
      // A hold and its release, half of the rows, add up to nothing.
      from: `${newItems('stock_movements t on t.order_id = p.template')}
        where t.reason in ('sold', 'returned')`,
      orderBy: 'p.n, t.id',
      changes: { ...order, ...actor, ...item },
    },
    {
      table: 'accounting',
      from: newOrders('accounting t on t.order_id = p.template'),
      changes: {
        id: copyId('t.id'),
        ...order,
        description: numbered('t.description'),
        cause: `t.kind || ':' || case t.kind when 'sale' then p.id else ${copyId("split_part(t.cause, ':', 2)")} end`,
      },
    },
    {
      table: 'accounting_lines',
      from: newOrders('accounting a on a.order_id = p.template join accounting_lines t on t.entry_id = a.id'),
      changes: { entry_id: copyId('t.entry_id') },
    },
    {
      table: 'reviews',
      from: `new_reviews p join reviews t on t.id = p.template join new_orders o on o.n = p.n
        join new_products bought on bought.id = p.product`,
      changes: {
        id: 'p.id',
        product_id: 'p.product',
        listing_id: 'coalesce(bought.family_id, p.product)',
        profile_id: 'o.user_id',
        author: "split_part(o.name, ' ', 1)",
      },
    },
  ],
}

export const FAMILIES = `
  insert into families (id, slug, name, brand, category, tagline, description, benefits, how_to_use, options, created_at, updated_at)
  select p.family_id, p.family_slug, split_part(p.name, ',', 1), t.brand, t.category, t.tagline, t.description, t.benefits,
    t.how_to_use, '{shade}', t.created_at + p.shift, t.created_at + p.shift
  from new_products p join products t on t.id = p.template where p.shade_place = 1`

/** In parts, because each call compares all of its listings. */
export const LISTINGS = `
  select listings_refresh(ids, true) from (
    select array_agg(id) as ids from (
      select id, row_number() over (order by id) / 500 as part
      from (select distinct coalesce(family_id, id) as id from new_products) changed) numbered
    group by part) parts`

export const SUBSCRIBERS = `
  insert into newsletter_subscribers (id, email, state, requested_at, confirmed_at)
  select 'sub_' || substr(c.id, 5), c.email, 'subscribed', p.created_at, p.created_at
  from new_customers c join profiles p on p.id = c.id where c.n % 10 < 3`

/** All stock arrives before the first order of the year. Existing products have as much as before. */
export const STOCK_RECEIVED = `
  with sold as (
    select i.product, -sum(m.change) as units from new_orders o join stock_movements m on m.order_id = o.template
    join new_items i on i.n = o.n and i.template_product = m.product_id group by 1
  ) insert into stock_movements (product_id, change, reason, actor_id, created_at)
    select coalesce(p.id, s.product), coalesce(p.stock, 0) + coalesce(s.units, 0), 'received',
      (select id from profiles where role = 'admin' order by created_at limit 1), $1::timestamptz - interval '370 days'
    from new_products p full join sold s on s.product = p.id
    where coalesce(p.stock, 0) + coalesce(s.units, 0) > 0`
