import { z } from 'zod'
import { query } from '#db/sql.ts'
import { requirePermission } from '../accounts/permissions.ts'
import type { Context } from '../context.ts'

/** Pages and posts that show the picture in their draft, or on the store now or at a scheduled time. */
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
    where v.picture_ids @> ${[pictureId]} and i.deleted_at is null order by name, i.id`
}

const ContentName = z.strictObject({ id: z.string(), name: z.string() })
