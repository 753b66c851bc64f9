import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { findMood, moodPicture } from '#core/media/mood.ts'
import { StoredPicture } from '#core/media/stored-picture.server.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { query, sql } from '#db/sql.ts'
import { CONTENT_KINDS, contentPath } from '../content.ts'

const PostRow = z.strictObject({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.string(),
  pictureId: z.string().nullable(),
  picture: StoredPicture.nullable(),
  firstPublishedAt: z.date(),
  publishedAt: z.date(),
})
export type PostSummary = Omit<z.infer<typeof PostRow>, 'pictureId'>

/** Published posts, newest first. */
export async function listPosts(
  { db, reads = db }: Context,
  { cursor, limit = 12 }: Pick<ListQuery, 'cursor' | 'limit'> = {},
): Promise<ListPage<PostSummary>> {
  const page = await listRows(
    reads,
    PostRow,
    { ...(cursor && { cursor }), limit },
    {
      select: sql`select i.id, i.slug, v.title, v.description, v.fields ->> 'author' as author,
        v.fields ->> 'pictureId' as "pictureId",
        (select json_build_object('id', p.id, 'url', '/media/' || p.id || '.' || replace(p.type, 'image/', ''),
            'width', p.width, 'height', p.height, 'alt', p.alt, 'preview', p.preview)
          from pictures p where p.id = v.fields ->> 'pictureId') as picture,
        i.first_published_at as "firstPublishedAt", i.published_at as "publishedAt"
      from content_items i join content_versions v on v.content_id = i.id and v.number = i.published_number`,
      sorts: {
        newest: {
          ...sortBy('firstPublishedAt', sql`i.first_published_at`, 'timestamptz', sql`i.id`),
          descending: true,
        },
      },
      condition: sql`i.kind = 'post' and i.published_number is not null`,
    },
  )
  return { ...page, rows: page.rows.map(withPicture) }
}

function withPicture({ pictureId, ...post }: z.infer<typeof PostRow>): PostSummary {
  const mood = findMood(pictureId ?? '')
  return mood ? { ...post, picture: moodPicture(mood) } : post
}

export type PublishedPath = { path: string; changed: Date }

const MAX_SITEMAP_ITEMS = 5000

/** For the sitemap: pages and posts, but not the built-in pages, which every sitemap lists. */
export async function listPublishedPaths({ db, reads = db }: Context): Promise<PublishedPath[]> {
  const rows = await query(reads, PathRow)`
    select kind, slug, date_trunc('second', published_at) as changed from content_items
    where published_number is not null and not built_in
    order by first_published_at desc, id desc limit ${MAX_SITEMAP_ITEMS}`
  return rows.map(({ kind, slug, changed }) => ({ path: contentPath({ kind, slug }), changed }))
}

const PathRow = z.strictObject({ kind: z.enum(CONTENT_KINDS), slug: z.string(), changed: z.date() })
