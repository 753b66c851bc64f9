import { z } from 'zod'
import { query, type Sql, sql } from '#db/sql.ts'
import { requirePermission } from '../accounts/permissions.ts'
import type { Context } from '../context.ts'
import {
  findOption,
  type ListPage,
  type ListQuery,
  listPage,
  type SortOrder,
  sortBy,
  textContains,
} from '../pagination.ts'
import { type LibraryPicture, MAX_USES, type PictureUse } from './library.ts'
import { findMood, moodPicture } from './mood.ts'
import { BUNDLED_PREFIX } from './picture.ts'
import { LIST_LIMIT, publicPath } from './upload.ts'

const byCreatedAt = sortBy('createdAt', sql`m.created_at`, 'timestamptz', sql`m.id`)
const byName = sortBy('name', sql`m.name`, 'text', sql`m.id`)
const bySize = sortBy('bytes', sql`m.bytes`, 'bigint', sql`m.id`)
const SORTS = {
  newest: { ...byCreatedAt, descending: true },
  oldest: byCreatedAt,
  name: byName,
  'name-down': { ...byName, descending: true },
  size: bySize,
  'size-down': { ...bySize, descending: true },
}
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
  const order: SortOrder<LibraryRow> = findOption(SORTS, sort) ?? SORTS.newest
  const isListed = findOption(FILTERS, filter) ?? sql`true`
  const { rows, ...pages } = await listPage(
    order,
    { limit: LIST_LIMIT, ...pageQuery },
    ({ cursorCondition, orderBy, limit }) => {
      // Each part ends at the limit in its own order, by an index. Their union would be read in full.
      const pageOf = (pictures: Sql, matches: Sql) =>
        sql`(select * from (${pictures}) m where ${cursorCondition} and ${isListed} and ${matches} order by ${orderBy} limit ${limit})`
      const uploaded = pageOf(UPLOADED, search ? uploadContains(search) : sql`true`)
      const bundled = pageOf(BUNDLED, search ? nameOrAltContains(search) : sql`true`)
      return query(ctx.db, LibraryRow, { prepare: false })`
        select id, path, origin, name, type, bytes, picture_id as "pictureId", alt, created_at as "createdAt"
        from (${uploaded} union all ${bundled}) m order by ${orderBy} limit ${limit}`
    },
  )
  return { ...pages, rows: rows.map(toLibraryPicture) }
}

function nameOrAltContains(search: string): Sql {
  return sql`(${textContains(sql`lower(m.name)`, search)} or ${textContains(sql`lower(m.alt)`, search)})`
}

/** As nameOrAltContains for an upload `m`, with the indexes of both tables. */
function uploadContains(search: string): Sql {
  return sql`m.id in (
    select id from uploads where ${textContains(sql`lower(name)`, search)}
    union all
    select u.id from pictures p join uploads u on u.picture_id = p.id
    where p.alt <> '' and ${textContains(sql`lower(p.alt)`, search)})`
}

const UPLOADED = sql`
  select u.id, u.path, null as origin, u.name, u.type, u.bytes, u.picture_id, p.alt, u.created_at
  from uploads u left join pictures p on p.id = u.picture_id where u.bucket = 'admin_uploads'`

const BUNDLED = sql`
  select b.id, null as path, b.origin, case
      when parts[1] = 'mood/' then initcap(replace(parts[2], '-', ' ')) || ' photograph'
      else initcap(replace(parts[2], '-', ' ')) || ', photo ' || parts[3]
    end as name, b.type, b.bytes, b.id as picture_id, b.alt, b.created_at
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
    from unnest(${pictureIds}::text[]) as wanted (id) cross join lateral (
      select picture_id, product_id from product_pictures where picture_id = wanted.id order by product_id limit ${MAX_USES + 1}
    ) u join products p on p.id = u.product_id order by p.name, p.id`
}

const ProductUse = z.strictObject({
  pictureId: z.string(),
  id: z.string(),
  name: z.string(),
  kind: z.literal('product'),
})
