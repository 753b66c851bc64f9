import { z } from 'zod'
import type { ListingSummary } from '#core/catalog/listings/listing.ts'
import { findListingsOfProducts } from '#core/catalog/listings/listings.server.ts'
import type { Context } from '#core/context.ts'
import { findMood, moodPicture } from '#core/media/mood.ts'
import type { Picture } from '#core/media/picture.ts'
import { StoredPicture } from '#core/media/stored-picture.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'
import {
  CONTENT_KINDS,
  type ContentFields,
  type HomeFields,
  type PageFields,
  type PostFields,
} from '../content.ts'
import { contentReferences } from '../content-text.ts'
import { contentNotFound, parseFields } from '../select-content.server.ts'

/** What a page of the store shows. Deleted pictures and products that aren't published are missing. */
export type PublishedContent<Fields> = {
  id: string
  slug: string
  /** Null for initial content. */
  publishedAt: Date | null
  firstPublishedAt: Date | null
  fields: Fields
  pictures: Record<string, Picture>
  products: ListingSummary[]
}

export async function findPage(ctx: Context, slug: string): Promise<PublishedContent<PageFields>> {
  const { content, ...published } = await findPublished(ctx, 'page', slug)
  if (content.kind !== 'page') throw contentNotFound()
  return { ...published, fields: content.fields }
}

export async function findPost(ctx: Context, slug: string): Promise<PublishedContent<PostFields>> {
  const { content, ...published } = await findPublished(ctx, 'post', slug)
  if (content.kind !== 'post') throw contentNotFound()
  return { ...published, fields: content.fields }
}

export async function findHome(ctx: Context): Promise<PublishedContent<HomeFields>> {
  const { content, ...published } = await findPublished(ctx, 'home', 'home')
  if (content.kind !== 'home') throw contentNotFound()
  return { ...published, fields: content.fields }
}

/** The draft or another version, as its page would show it. */
export async function findPreview(
  ctx: Context,
  id: string,
  number?: number,
): Promise<Omit<PublishedContent<never>, 'fields'> & { content: ContentFields }> {
  requirePermission(ctx.actor, 'content.edit')
  return findShown(ctx, sql`i.id = ${id} and v.number = ${number ?? sql`i.draft_number`}`)
}

async function findPublished(ctx: Context, kind: ContentFields['kind'], slug: string) {
  const reads = { ...ctx, db: ctx.reads ?? ctx.db }
  return findShown(reads, sql`i.kind = ${kind} and i.slug = ${slug} and v.number = i.published_number`)
}

async function findShown(ctx: Context, condition: Sql) {
  const [row] = await query(ctx.db, ShownRow)`
    select i.id, i.kind, i.slug, i.published_at as "publishedAt", i.first_published_at as "firstPublishedAt", v.fields,
      ${PICTURES} as pictures, to_json(v.product_ids) as "productIds"
    from content_items i join content_versions v on v.content_id = i.id
    where ${condition} and i.deleted_at is null`
  if (!row) throw contentNotFound()
  const { kind, fields, pictures, productIds, ...item } = row
  const content = parseFields({ kind, slug: item.slug }, fields)
  // Initial content has no list of its pictures.
  const { pictureIds } = contentReferences(content)
  const products = await findListingsOfProducts(ctx, productIds)
  return { ...item, content, pictures: byId([...pictures, ...findMoods(pictureIds)]), products }
}

/** The pictures of a version `v`. */
const PICTURES = sql`(
  select coalesce(json_agg(json_build_object('id', p.id, 'url', '/media/' || p.id || '.' || replace(p.type, 'image/', ''),
    'width', p.width, 'height', p.height, 'alt', p.alt, 'preview', p.preview)), '[]')
  from pictures p where p.id = any(v.picture_ids))`

const ShownRow = z.strictObject({
  id: z.string(),
  kind: z.enum(CONTENT_KINDS),
  slug: z.string(),
  publishedAt: z.date().nullable(),
  firstPublishedAt: z.date().nullable(),
  fields: z.json(),
  pictures: z.array(StoredPicture),
  productIds: z.array(z.string()),
})

/** The store’s own banner photographs, which keep their ID when the photograph changes. */
function findMoods(pictureIds: string[]): Picture[] {
  return pictureIds.flatMap((id) => {
    const mood = findMood(id)
    return mood ? [moodPicture(mood)] : []
  })
}

function byId(pictures: Picture[]): Record<string, Picture> {
  return Object.fromEntries(pictures.map((picture) => [picture.id, picture]))
}

/** The address of an item that had this slug before. */
export async function findFormerSlug(
  { db, reads = db }: Context,
  kind: 'page' | 'post',
  slug: string,
): Promise<string | undefined> {
  const [currentSlug] = await queryColumn(reads, z.string())`
    select i.slug from content_former_slugs f join content_items i on i.id = f.content_id
    where f.kind = ${kind} and f.slug = ${slug} and i.published_number is not null`
  return currentSlug
}
