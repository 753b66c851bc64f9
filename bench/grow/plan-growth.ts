import type { ClientBase } from 'pg'
import names from './product-names.json' with { type: 'json' }

export type GrowthCounts = { products: number; families: number; customers: number; orders: number }

/** Six-digit numbers stay free for the store's own orders. */
const FIRST_NUMBER = 10_000_000

/** Fills temporary tables with the copies to make: `n` is a copy's number, `template` the row that it copies. */
export async function planGrowth(client: ClientBase, growth: GrowthCounts, now: Date): Promise<void> {
  await client.query(FUNCTIONS)
  const { rows } = await client.query<Record<'products' | 'customers' | 'orders', string>>(LAST_NUMBERS)
  const last = rows[0] ?? { products: '0', customers: '0', orders: '0' }
  // The new tables have no statistics yet, and their lists are long.
  await client.query('set local enable_nestloop = off')
  await client.query('select setseed($1)', [1 / (1 + Number(last.orders) + Number(last.products))])
  await client.query(PLAN_TABLES)
  await client.query(PLAN_CUSTOMERS, [growth.customers, last.customers, now])
  await client.query(PLAN_PRODUCTS, [
    growth.products,
    last.products,
    now,
    JSON.stringify(names),
    growth.families,
    JSON.stringify(SHADES),
  ])
  await client.query(PLAN_ORDERS, [growth.orders, Math.max(FIRST_NUMBER, Number(last.orders)), now])
  await client.query(PLAN_ITEMS)
  await client.query(PLAN_REVIEWS, [now])
  await client.query('analyze new_products; analyze new_customers; analyze new_orders; analyze new_items')
  await client.query('set local enable_nestloop = on')
}

// An ID starts with its time, as in newId, so that new rows are neighbors in an index.
const DIGITS = Array.from(
  { length: 9 },
  (_, digit) => `substr('0123456789abcdefghjkmnpqrstvwxyz',
  ((ms >> ${5 * (8 - digit)}) & 31)::int + 1, 1)`,
)
const FUNCTIONS = `
  create or replace function pg_temp.id_time(at timestamptz) returns text language sql immutable as $$
    select ${DIGITS.join(' || ')} from (select (extract(epoch from at) * 1000)::bigint as ms) t
  $$;
  create or replace function pg_temp.copy_id(id text, n bigint, id_time text) returns text language sql immutable as $$
    select left(id, 4) || id_time || left(md5(id || n::text), 11)
  $$;
  create or replace function pg_temp.pick(words text) returns text language sql volatile as $$
    select w[1 + floor(random() * cardinality(w))::int] from (select string_to_array(words, ',') as w) t
  $$`

const LAST_NUMBERS = `select
  (select coalesce(max(substring(slug from '-([0-9]{1,15})$')::bigint), 0) from products) as products,
  (select coalesce(max(substring(email from '\\.([0-9]{1,15})@example\\.com$')::bigint), 0) from profiles) as customers,
  (select coalesce(max(substring(number from 3)::bigint), 0) from orders) as orders`

const PLAN_TABLES = `
  create temp table new_products (n bigint primary key, id text, template text, place bigint, name text, slug text,
    stock int, shift interval, family_id text, family_slug text, shade_place int, shade json, rating_sum int default 0,
    review_count int default 0) on commit drop;
  create temp table new_customers (n bigint primary key, id text, template text, place bigint, region text, name text,
    email text, shift interval) on commit drop;
  create temp table new_orders (n bigint primary key, id text, template text, number text, template_number text,
    user_id text, template_user text, email text, name text, placed_at timestamptz, id_time text,
    shift interval) on commit drop;
  create temp table new_items (n bigint, template_product text, product text, name text, is_new boolean) on commit drop;
  create temp table new_reviews (n bigint, id text, template text, product text, shift interval) on commit drop`

/** Copies of customers who bought something. */
const PLAN_CUSTOMERS = `
  with templates as (
    select o.user_id as id, p.email, p.full_name as name, min(o.region) as region, p.created_at, row_number() over (order by o.user_id) as place,
      count(*) over () as total
    from orders o join profiles p on p.id = o.user_id
    where length(o.number) = 8 group by o.user_id, p.email, p.full_name, p.created_at
  ), copies as (
    select i, i + $2::bigint as n, $3::timestamptz - (1400 - 1030.0 * i / $1::bigint) * interval '1 day' as since
    from generate_series(1, $1::bigint) i
  ) insert into new_customers
    select c.n, pg_temp.copy_id(t.id, c.n, pg_temp.id_time(c.since)), t.id, c.i, t.region, t.name,
      replace(t.email, '@', '.' || c.n || '@'), c.since - t.created_at
    from copies c join templates t on t.place = 1 + c.i % t.total`

const SHADES = [
  { name: 'Bare', color: '#c08a78' },
  { name: 'Rosewood', color: '#a8545a' },
  { name: 'Brick', color: '#93382b' },
  { name: 'Carmine', color: '#b0142c' },
  { name: 'Poppy', color: '#d8432f' },
  { name: 'Mulberry', color: '#6e1f3f' },
  { name: 'Fig', color: '#5b2a33' },
  { name: 'Black Cherry', color: '#3c0f1e' },
]

/**
 * Single products, and then families with a product for each of the shades. Older than the existing products, so that
 * the store's first page doesn't change.
 */
const PLAN_PRODUCTS = `
  with templates as (
    select id, category, created_at, row_number() over (order by id) as place, count(*) over () as total
    from products where status = 'published' and family_id is null and slug !~ '-[0-9]+$'
  ), copies as materialized (
    select i, t.*, $3::timestamptz - (1400 - 1000.0 * i / ($1::bigint + $5::bigint)) * interval '1 day' as since,
      concat_ws(' ', pg_temp.pick($4::json->>'adjectives'), pg_temp.pick($4::json->>'plants'),
        pg_temp.pick($4::json->'types'->>t.category)) as name
    from generate_series(1, $1::bigint + $5::bigint) i join templates t on t.place = 1 + i % t.total
  ), members as (
    select c.*, $2::bigint + row_number() over (order by i, shade.place) as n, shade.place as shade_place,
      shade.value as shade, trim('-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')) as slug
    from copies c
    left join json_array_elements($6::json) with ordinality as shade (value, place) on c.i > $1::bigint
  )
  insert into new_products
    select n, pg_temp.copy_id(id, n, pg_temp.id_time(since)), id, row_number() over (partition by id order by n),
      concat_ws(', ', name, shade->>'name'), slug || '-' || n,
      case when random() < 0.03 then 0 when random() < 0.05 then 1 + floor(random() * 5) else 6 + floor(random() * 395) end,
      since - created_at,
      case when shade is not null then pg_temp.copy_id('fam_', first_value(n) over listing, pg_temp.id_time(since)) end,
      slug || '-' || first_value(n) over listing, coalesce(shade_place, 0), shade
    from members window listing as (partition by i order by n)`

/**
 * Copies of orders of the buyer's region, over a year. A copy of an order that is still on its way keeps its age; the
 * others are copied ten times as often.
 */
const PLAN_ORDERS = `
  with templates as (
    select o.*, o.status in ('pending', 'processing', 'shipped') as is_open,
      greatest(max(s.at), (select max(closed_at) from disputes d where d.order_id = o.id),
        (select max(done_at) from refunds r where r.order_id = o.id)) - o.created_at as life
    from orders o join order_steps s on s.order_id = o.id
    where length(o.number) = 8 and o.offer_code is null and o.user_id is not null
    group by o.id
  ), weighted as (
    select id, number, user_id, region, is_open, created_at, life,
      row_number() over (partition by region order by id, copy) as place
    from templates t, generate_series(1, case when is_open then 1 else 10 end) copy
  ), totals as (select region, count(*) as total from weighted group by 1
  ), drawn as materialized (
    select 1 + floor((select count(*) from new_customers) * random() ^ 1.4)::bigint as customer, random() as pick,
      random() as age
    from generate_series(1, $1::bigint)
  ), chosen as materialized (
    select c.*, d.age, 1 + floor(d.pick * totals.total)::bigint as choice
    from drawn d join new_customers c on c.place = d.customer join totals on totals.region = c.region
  ), placed as (
    select t.*, c.id as buyer, c.email as buyer_email, c.name, case when is_open then t.created_at - c.age * interval '2 hours'
      else $3::timestamptz - life - c.age * (interval '365 days' - life) end as placed_at
    from chosen c join weighted t on t.region = c.region and t.place = c.choice
  ), numbered as (
    select *, $2::bigint + row_number() over (order by placed_at) as n, pg_temp.id_time(placed_at) as id_time from placed
  )
  insert into new_orders
    select n, pg_temp.copy_id(id, n, id_time), id, 'EB' || n, number, buyer, user_id, buyer_email, name, placed_at,
      id_time, placed_at - created_at
    from numbered`

/** New products sell in place of their template. */
const PLAN_ITEMS = `
  with copies as (select template, count(*) as total from new_products group by 1)
  insert into new_items
    select d.n, d.template_product, coalesce(p.id, d.template_product), coalesce(p.name, d.name), p.id is not null from (
      select o.n, i.product_id as template_product, i.name, c.total, random() as pick
      from new_orders o join order_items i on i.order_id = o.template left join copies c on c.template = i.product_id
    ) d left join new_products p on p.template = d.template_product and p.place = 1 + floor(d.total * d.pick ^ 2.2)::bigint`

/** One of ten buyers reviews a new product, in the words of a review of its template. */
const PLAN_REVIEWS = `
  with templates as (
    select r.id, r.product_id, r.rating, r.created_at, row_number() over (partition by r.product_id order by r.id) as place,
      count(*) over (partition by r.product_id) as total
    from reviews r
  ), drawn as (
    select distinct on (i.product, o.user_id) o.n, i.product, i.template_product, o.placed_at + interval '20 days' as at
    from new_items i join new_orders o on o.n = i.n join orders t on t.id = o.template
    where i.is_new and t.status = 'delivered' and o.placed_at < $1::timestamptz - interval '30 days' and random() < 0.1
    order by i.product, o.user_id, o.n
  ), reviewed as (
    insert into new_reviews
      select d.n, pg_temp.copy_id(t.id, d.n, pg_temp.id_time(d.at)), t.id, d.product, d.at - t.created_at
      from drawn d join templates t on t.product_id = d.template_product and t.place = 1 + d.n % t.total
      returning template, product
  ) update new_products p set rating_sum = s.stars, review_count = s.total
    from (select v.product, sum(r.rating) as stars, count(*) as total from reviewed v join reviews r on r.id = v.template
      group by 1) s where s.product = p.id`
