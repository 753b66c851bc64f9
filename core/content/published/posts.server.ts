import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { StoredPicture } from '#core/media/stored-picture.server.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { sql } from '#db/sql.ts'

const PostRow = z.strictObject({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.string(),
  picture: StoredPicture.nullable(),
  firstPublishedAt: z.date(),
  publishedAt: z.date(),
})
export type PostSummary = z.infer<typeof PostRow>

/** Published posts, newest first. */
export async function listPosts(
  { db, reads = db }: Context,
  { cursor, limit = 12 }: Pick<ListQuery, 'cursor' | 'limit'> = {},
): Promise<ListPage<PostSummary>> {
  return listRows(
    reads,
    PostRow,
    { ...(cursor && { cursor }), limit },
    {
      select: sql`select i.id, i.slug, v.title, v.description, v.fields ->> 'author' as author,
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
}
