import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import { BUNDLED_PREFIX } from '../media/picture.ts'

const PATH_PATTERN = `^${BUNDLED_PREFIX}products/([a-z0-9-]+)/([1-9]\\d?)\\.`

/** Links products to their bundled pictures, `products/<slug>/<position>.webp`. Uploaded pictures are left alone. */
export async function linkBundledPictures(db: Db): Promise<void> {
  await execute(
    db,
    sql`insert into product_pictures (product_id, position, picture_id)
      select p.id, (file.parts)[2]::int, c.id
      from pictures c
      cross join lateral (select regexp_match(c.origin, ${PATH_PATTERN}) as parts) file
      join products p on p.slug = (file.parts)[1]
      on conflict (product_id, position) do update set picture_id = excluded.picture_id
        where product_pictures.picture_id <> excluded.picture_id
          and exists (select 1 from pictures old where old.id = product_pictures.picture_id and starts_with(old.origin, ${BUNDLED_PREFIX}))`,
  )
}
