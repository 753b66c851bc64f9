import { z } from 'zod'

/** What the store looks like. What is null is made from the store’s name. */
export const BrandSettings = z.object({
  /** The path of an uploaded PNG or SVG. */
  icon: z.string().max(300).startsWith('/storage/public/', 'Choose a picture from Media.').nullable(),
  /** The ID of a picture in Media, such as a product’s. */
  sharePicture: z.string().max(60).nullable(),
})
export type BrandSettings = z.infer<typeof BrandSettings>

export const DEFAULT_BRAND: BrandSettings = { icon: null, sharePicture: null }
