import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import { BUNDLED_PREFIX } from '../media/picture.ts'

const PATH_PATTERN = `^${BUNDLED_PREFIX}products/([a-z0-9-]+)/([1-9]\\d?)\\.`

/** `products/<slug>/<position>.webp`. A shade or size without files borrows those of the first product in its family that has some. */
const BUNDLED = sql`
  with files as (
    select c.id, parts[1] as slug, parts[2]::int as position
    from pictures c cross join lateral regexp_match(c.origin, ${PATH_PATTERN}) as parts
    where parts is not null
  ), owners as (
    select distinct on (p.id) p.id, owner.slug
    from products p join products owner on owner.id = p.id or owner.family_id = p.family_id
    where not p.own_pictures and owner.slug in (select slug from files) and not exists (
      select from product_pictures pp join pictures c on c.id = pp.picture_id
      where pp.product_id = p.id and not starts_with(c.origin, ${BUNDLED_PREFIX}))
    order by p.id, owner.id <> p.id, owner.position, owner.id
  ), bundled as (
    select owners.id as product_id, files.position, files.id as picture_id from owners join files using (slug)
  )`

/** Links products to their bundled pictures, except those with uploaded pictures, and those whose pictures staff have changed. */
export async function linkBundledPictures(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await execute(tx)`${BUNDLED}
      delete from product_pictures pp where product_id in (select product_id from bundled)
        and (product_id, position, picture_id) not in (select product_id, position, picture_id from bundled)`
    await execute(tx)`${BUNDLED}
      insert into product_pictures (product_id, position, picture_id)
      select product_id, position, picture_id from bundled on conflict do nothing`
  })
}
