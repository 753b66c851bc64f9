import { sql } from '#db/sql.ts'
import { LISTING_COLUMNS } from '../catalog/listings/listings.server.ts'

const MAX_RELATED = 4

/** Never other members of the product's family. To stay fast, ranks only the newest products and those that share at least two recent orders with this one. */
export const RELATED_PRODUCTS = sql`
  with me as (
    select category, title_words, ingredients from listings where id = products.listing_id
  ), together as (
    select o.listing_id as id, count(*) as times
    from (select order_id from order_items where product_id = products.id order by id desc limit 100) lately
    join order_items other using (order_id) join products o on o.id = other.product_id
    where o.listing_id <> products.listing_id
    group by o.listing_id having count(*) > 1
  ), newest as (
    (select id from listings where category = (select me.category from me) order by created_at desc, id desc limit 60)
    union (select id from listings order by created_at desc, id desc limit 60)
    union select id from together
  ), candidate as materialized (
    select l.id, l.category, l.created_at, l.title_words, l.ingredients from newest join listings l using (id)
    where l.id <> products.listing_id and l.in_stock
  ), words as (${countShared('title_words')}), parts as (${countShared('ingredients')}), ranked as (
    select c.id, row_number() over (order by
        3 * (c.category = me.category)::int
        + 2 * least(3, coalesce(words.number, 0)) + 0.5 * least(4, coalesce(parts.number, 0))
        + least(4, coalesce(t.times, 0)) desc, c.created_at desc, c.id desc) as place
    from candidate c left join words using (id) left join parts using (id) left join together t using (id) cross join me
  )
  select coalesce(json_agg(card order by place), '[]') from (
    select place, (select to_json(c) from (select ${LISTING_COLUMNS}) c) as card
    from ranked join listings l using (id) join products p on p.id = l.card_id join stock_levels s on s.product_id = p.id
    where place <= ${sql.raw(String(MAX_RELATED))}) cards`

/** In one join, because a subselect for each candidate takes four times as long. */
function countShared(column: 'title_words' | 'ingredients') {
  const name = sql.raw(column)
  return sql`select id, count(*) as number from (select id, unnest(${name}) as part from candidate) each
    where part in (select unnest(${name}) from me) group by id`
}
