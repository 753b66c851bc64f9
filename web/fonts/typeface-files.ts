import cormorantExtended from '@fontsource-variable/cormorant/files/cormorant-latin-ext-wght-normal.woff2?url'
import cormorant from '@fontsource-variable/cormorant/files/cormorant-latin-wght-normal.woff2?url'
import dmSansExtended from '@fontsource-variable/dm-sans/files/dm-sans-latin-ext-wght-normal.woff2?url'
import dmSans from '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2?url'
import frauncesExtended from '@fontsource-variable/fraunces/files/fraunces-latin-ext-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import jostExtended from '@fontsource-variable/jost/files/jost-latin-ext-wght-normal.woff2?url'
import jost from '@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url'
import manropeExtended from '@fontsource-variable/manrope/files/manrope-latin-ext-wght-normal.woff2?url'
import manrope from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url'
import playfairExtended from '@fontsource-variable/playfair-display/files/playfair-display-latin-ext-wght-normal.woff2?url'
import playfair from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2?url'
import type { TypefaceId } from '#core/settings/typefaces.ts'

type TypefaceFiles = { latin: string; extended: string }

/** URLs of the files of the typefaces that the stylesheet doesn’t have (fonts.css). */
export const TYPEFACE_FILES: Partial<Record<TypefaceId, TypefaceFiles>> = {
  cormorant: { latin: cormorant, extended: cormorantExtended },
  'playfair-display': { latin: playfair, extended: playfairExtended },
  fraunces: { latin: fraunces, extended: frauncesExtended },
  'dm-sans': { latin: dmSans, extended: dmSansExtended },
  jost: { latin: jost, extended: jostExtended },
  manrope: { latin: manrope, extended: manropeExtended },
}

/** As in fonts.css. */
export const UNICODE_RANGES = {
  latin: 'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122',
  extended: 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0',
}
