import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { BUNDLED_PREFIX } from '../media/picture.ts'

const PATH_PATTERN = `^${BUNDLED_PREFIX}products/([a-z0-9-]+)/([1-9]\\d?)\\.`

/**
 * Links products to their bundled pictures, `products/<slug>/<position>.webp`. A shade or size without pictures borrows
 * those of the first product in its family that has bundled ones. Uploaded pictures are left alone.
 */
export async function linkBundledPictures(db: Db): Promise<void> {
  await execute(db)`
    with files as (
      select c.id, parts[1] as slug, parts[2]::int as position
      from pictures c cross join lateral regexp_match(c.origin, ${PATH_PATTERN}) as parts
      where parts is not null
    ), borrowed as (
      select distinct on (p.id) p.id, owner.slug from products p join products owner on owner.family_id = p.family_id
      where owner.slug in (select slug from files) and not exists (
        select from product_pictures mine join pictures c on c.id = mine.picture_id
        where mine.product_id = p.id and not starts_with(c.origin, ${BUNDLED_PREFIX}))
      order by p.id, owner.position, owner.id
    )
    insert into product_pictures (product_id, position, picture_id)
    select p.id, files.position, files.id
    from products p left join borrowed on borrowed.id = p.id and p.slug not in (select slug from files)
    join files on files.slug = coalesce(borrowed.slug, p.slug)
    on conflict (product_id, position) do update set picture_id = excluded.picture_id
      where product_pictures.picture_id <> excluded.picture_id
        and exists (select 1 from pictures old where old.id = product_pictures.picture_id and starts_with(old.origin, ${BUNDLED_PREFIX}))`
}
