import { sql } from '#db/sql.ts'

const MAX_RELATED = 4

/** To stay fast, ranks only the newest products and those that share at least two recent orders with this one. */
export const RELATED_PRODUCTS = sql`
  with me as (
    select ${words('m')} as words, m.ingredients, m.category from products m where m.id = products.id
  ), together as (
    select other.product_id as id, count(*) as times
    from (select order_id from order_items where product_id = products.id order by id desc limit 100) lately
    join order_items other using (order_id)
    where other.product_id <> products.id
    group by other.product_id having count(*) > 1
  ), candidate as (
    (select id from products where status = 'published' and category = (select me.category from me)
      order by created_at desc, id desc limit 60)
    union (select id from products where status = 'published' order by created_at desc, id desc limit 60)
    union select id from together
  ), ranked as (
    select p.id, p.slug, p.name, p.brand, p.tagline, p.category, p.price, p.original_price, p.images -> 0 as image,
      s.available as stock,
      row_number() over (order by
        3 * (p.category = me.category)::int
        + 2 * least(3, (select count(*) from (select unnest(${words('p')}) intersect select unnest(me.words)) w(word)
            where length(word) > 3))
        + 0.5 * least(4, (select count(*) from (select unnest(p.ingredients) intersect select unnest(me.ingredients)) i))
        + least(4, coalesce(t.times, 0)) desc, p.created_at desc, p.id desc) as place
    from candidate join products p using (id) join stock_levels s on s.product_id = p.id
      left join together t using (id) cross join me
    where p.id <> products.id and p.status = 'published' and p.in_stock
  )
  select coalesce(json_agg(json_build_object('id', id, 'slug', slug, 'name', name, 'brand', brand, 'tagline', tagline, 'category', category,
    'price', price, 'originalPrice', original_price, 'image', image, 'stock', stock)
    order by place), '[]')
  from ranked where place <= ${sql.raw(String(MAX_RELATED))}`

function words(product: 'm' | 'p') {
  const [name, keywords] = [sql.raw(`${product}.name`), sql.raw(`${product}.keywords`)]
  return sql`regexp_split_to_array(lower(${name} || ' ' || array_to_string(${keywords}, ' ')), '[^a-z]+')`
}
