import { z } from 'zod'
import type { Picture } from './picture.ts'

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
