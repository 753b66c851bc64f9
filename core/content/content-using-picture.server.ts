import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import type { PictureUse } from '../media/library.ts'

/** Categories, collections, and pages and posts that show the picture in their draft, or on the store now or at a scheduled time. */
export async function findContentUsingPicture(
  ctx: Context,
  pictureId: string | null,
): Promise<{ id: string; name: string }[]> {
  requirePermission(ctx.actor, 'media.edit')
  if (!pictureId) return []
  return query(ctx.db, ContentName)`
    select distinct i.id, d.title as name
    from content_versions v
    join content_items i on i.id = v.content_id and v.number in (i.draft_number, i.published_number, i.scheduled_number)
    join content_versions d on d.content_id = i.id and d.number = i.draft_number
    where v.picture_ids @> ${[pictureId]} and i.deleted_at is null
    union all select id, name from categories where picture_id = ${pictureId}
    union all select id, name from collections where picture_id = ${pictureId}
    order by name, id`
}

/** For a list of pictures at once. */
export async function findContentUsingPictures(ctx: Context, pictureIds: string[]): Promise<PictureUse[]> {
  requirePermission(ctx.actor, 'media.edit')
  if (!pictureIds.length) return []
  return query(ctx.db, ContentUse)`
    select distinct picture as "pictureId", i.id, d.title as name, 'content' as kind
    from content_versions v cross join lateral unnest(v.picture_ids) as picture
    join content_items i on i.id = v.content_id and v.number in (i.draft_number, i.published_number, i.scheduled_number)
    join content_versions d on d.content_id = i.id and d.number = i.draft_number
    where v.picture_ids && ${pictureIds} and picture = any(${pictureIds}) and i.deleted_at is null
    union all select picture_id, id, name, 'category' from categories where picture_id = any(${pictureIds})
    union all select picture_id, id, name, 'collection' from collections where picture_id = any(${pictureIds})
    order by name, id`
}

const ContentUse = z.strictObject({
  pictureId: z.string(),
  id: z.string(),
  name: z.string(),
  kind: z.enum(['content', 'category', 'collection']),
})
const ContentName = z.strictObject({ id: z.string(), name: z.string() })
