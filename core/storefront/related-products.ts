import { sql } from '#db/sql.ts'
import { LISTING_CARD } from '../catalog/listings/listings.server.ts'

const MAX_RELATED = 4

/** Never other members of the product's family. To stay fast, ranks only the newest products and those that share at least two recent orders with this one. */
export const RELATED_PRODUCTS = sql`
  with me as (
    select ${words('m')} as words, m.ingredients, m.category from products m where m.id = products.id
  ), together as (
    select o.listing_id as id, count(*) as times
    from (select order_id from order_items where product_id = products.id order by id desc limit 100) lately
    join order_items other using (order_id) join products o on o.id = other.product_id
    where o.listing_id <> products.listing_id
    group by o.listing_id having count(*) > 1
  ), candidate as (
    (select id from listings where category = (select me.category from me) order by created_at desc, id desc limit 60)
    union (select id from listings order by created_at desc, id desc limit 60)
    union select id from together
  ), ranked as (
    select l.id, ${LISTING_CARD} as card,
      row_number() over (order by
        3 * (p.category = me.category)::int
        + 2 * least(3, (select count(*) from (select unnest(${words('p')}) intersect select unnest(me.words)) w(word)
            where length(word) > 3))
        + 0.5 * least(4, (select count(*) from (select unnest(p.ingredients) intersect select unnest(me.ingredients)) i))
        + least(4, coalesce(t.times, 0)) desc, l.created_at desc, l.id desc) as place
    from candidate join listings l using (id) join products p on p.id = l.card_id
      left join families f on f.id = p.family_id join stock_levels s on s.product_id = p.id
      left join together t on t.id = l.id cross join me
    where l.id <> products.listing_id and l.in_stock
  )
  select coalesce(json_agg(card order by place), '[]') from ranked where place <= ${sql.raw(String(MAX_RELATED))}`

function words(product: 'm' | 'p') {
  const [name, keywords] = [sql.raw(`${product}.name`), sql.raw(`${product}.keywords`)]
  return sql`regexp_split_to_array(lower(${name} || ' ' || array_to_string(${keywords}, ' ')), '[^a-z]+')`
}
