import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { findOption, type ListPage, type ListQuery, listPage, type SortOrder } from '../pagination.ts'
import { type LibraryPicture, MAX_USES, type PictureUse } from './library.ts'
import { findMood, moodPicture } from './mood.ts'
import { FILE_SORTS, nameOrAltContains, pageOfUploads, UPLOADS } from './page-of-uploads.server.ts'
import { BUNDLED_PREFIX } from './picture.ts'
import { LIST_LIMIT, publicPath } from './upload.ts'

const FILTERS = {
  images: sql`m.type like 'image/%'`,
  uploaded: sql`m.path is not null`,
  bundled: sql`m.path is null`,
  undescribed: sql`m.path is not null and m.alt = ''`,
}

/** The owner’s pictures, and those that come with the store: of its products, and its banners. */
export async function listLibrary(
  ctx: Context,
  { search, sort, filter, ...pageQuery }: ListQuery,
): Promise<ListPage<LibraryPicture>> {
  requirePermission(ctx.actor, 'media.edit')
  const order: SortOrder<LibraryRow> = findOption(FILE_SORTS, sort) ?? FILE_SORTS.newest
  const isListed = findOption(FILTERS, filter) ?? sql`true`
  const { rows, ...pages } = await listPage(order, { limit: LIST_LIMIT, ...pageQuery }, async (range) => {
    // Each part ends at the limit in its own order, by an index. Their union would be read in full.
    const { cursorCondition, orderBy, limit } = range
    const rowsOf = (pictures: Sql) =>
      sql`select * from (${pictures}) m where ${cursorCondition} and ${isListed}`
    const uploaded = await pageOfUploads(ctx.db, {
      bucket: 'admin_uploads',
      rows: rowsOf(UPLOADED),
      range,
      search,
    })
    const isFound = search ? nameOrAltContains(search) : sql`true`
    return query(ctx.db, LibraryRow, { prepare: false })`
      select id, path, origin, name, type, bytes, picture_id as "pictureId", alt, created_at as "createdAt"
      from (${uploaded} union all (${rowsOf(BUNDLED)} and ${isFound} order by ${orderBy} limit ${limit})) m
      order by ${orderBy} limit ${limit}`
  })
  return { ...pages, rows: rows.map(toLibraryPicture) }
}

const UPLOADED = sql`select *, null as origin from (${UPLOADS}) u where u.bucket = 'admin_uploads'`

const BUNDLED = sql`
  select b.id, null as bucket, null as path, case
      when parts[1] = 'mood/' then initcap(replace(parts[2], '-', ' ')) || ' photograph'
      else initcap(replace(parts[2], '-', ' ')) || ', photo ' || parts[3]
    end as name, b.type, b.bytes, b.id as picture_id, b.alt, b.created_at, b.origin
  from pictures b cross join lateral
    regexp_match(b.origin, ${`^${BUNDLED_PREFIX}(mood/|products/)([a-z0-9-]+)(?:/(\\d+))?\\.`}) as parts
  where starts_with(b.origin, ${BUNDLED_PREFIX}) and parts is not null`

const LibraryRow = z.strictObject({
  id: z.string(),
  path: z.string().nullable(),
  origin: z.string().nullable(),
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  pictureId: z.string().nullable(),
  alt: z.string().nullable(),
  createdAt: z.date(),
})
type LibraryRow = z.infer<typeof LibraryRow>

function toLibraryPicture({ origin, createdAt: _, ...row }: LibraryRow): LibraryPicture {
  const { path, pictureId, type } = row
  if (path !== null) {
    const url = publicPath({ bucket: 'admin_uploads', path })
    return { ...row, url, thumbnailUrl: url, contentId: pictureId }
  }
  const mood = findMood(`mood-${origin?.slice(`${BUNDLED_PREFIX}mood/`.length).split('.')[0]}`)
  const url = `/media/${pictureId}.${type.replace('image/', '')}`
  const thumbnailUrl = `/media/${pictureId}-480.webp`
  return { ...row, url, thumbnailUrl, contentId: mood ? moodPicture(mood).id : pictureId }
}

/** The products that show each of these pictures, or some of them if they are many. */
export async function findProductsUsingPictures(ctx: Context, pictureIds: string[]): Promise<PictureUse[]> {
  requirePermission(ctx.actor, 'media.edit')
  if (!pictureIds.length) return []
  return query(ctx.db, ProductUse)`
    select u.picture_id as "pictureId", p.id, p.name, 'product' as kind
    from unnest(${pictureIds}::text[]) as picture (id) cross join lateral (
      select picture_id, product_id from product_pictures where picture_id = picture.id order by product_id limit ${MAX_USES + 1}
    ) u join products p on p.id = u.product_id order by p.name, p.id`
}

const ProductUse = z.strictObject({
  pictureId: z.string(),
  id: z.string(),
  name: z.string(),
  kind: z.literal('product'),
})
