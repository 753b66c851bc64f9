import { z } from 'zod'
import { HEX_COLOR } from './color.ts'
import { DEFAULT_COLORS } from './palette.ts'
import { DEFAULT_TYPEFACES, HEADING_TYPEFACES, TEXT_TYPEFACES } from './typefaces.ts'

const color = z.string().trim().toLowerCase().regex(HEX_COLOR, 'Enter a color such as #7a2e35.')

/** What the store looks like. What is null is made from the store’s name. */
export const BrandSettings = z.object({
  /** The path of an uploaded PNG or SVG. */
  icon: z.string().max(300).startsWith('/storage/public/', 'Choose a picture from Media.').nullable(),
  /** The ID of a picture in Media, such as a product’s. */
  sharePicture: z.string().max(60).nullable(),
  /** All other colors are derived from these two, with enough contrast (palette.ts). */
  background: color,
  accent: color,
  headingTypeface: z.enum(HEADING_TYPEFACES, 'Choose one of the listed typefaces.'),
  textTypeface: z.enum(TEXT_TYPEFACES, 'Choose one of the listed typefaces.'),
})
export type BrandSettings = z.infer<typeof BrandSettings>

/** What pages need of it. */
export const BrandLook = BrandSettings.pick({
  background: true,
  accent: true,
  headingTypeface: true,
  textTypeface: true,
})
export type BrandLook = z.infer<typeof BrandLook>

export const DEFAULT_BRAND: BrandSettings = {
  icon: null,
  sharePicture: null,
  ...DEFAULT_COLORS,
  headingTypeface: DEFAULT_TYPEFACES.heading,
  textTypeface: DEFAULT_TYPEFACES.text,
}
