import { z } from 'zod'
import { type Sql, sql } from '#db/sql.ts'
import { findMood, moodPicture } from './mood.ts'
import { type Picture, toPicture } from './picture.ts'

/** A picture in a product's `images` column. */
export const StoredPicture = z.strictObject({
  id: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  /** A small data URL, or empty. */
  preview: z.string().optional(),
}) satisfies z.ZodType<Picture>
type StoredPicture = z.infer<typeof StoredPicture>

/** Of a left-joined row `p` of pictures. */
export const STORED_PICTURE: Sql = sql`case when p.id is null then null else json_build_object('id', p.id, 'url',
  '/media/' || p.id || '.' || replace(p.type, 'image/', ''), 'width', p.width, 'height', p.height, 'alt', p.alt,
  'preview', p.preview) end`

/** What a `picture_id` names: a picture of the library, or one of the banners, which have no row. */
export function pictureOf(pictureId: string | null, stored: StoredPicture | null): Picture | null {
  const mood = findMood(pictureId ?? '')
  return mood ? moodPicture(mood) : stored && toPicture(stored)
}
