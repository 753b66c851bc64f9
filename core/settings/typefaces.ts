/**
 * Typefaces that the store serves itself. `web/fonts/typeface-files.ts` has their files. typefaces.test.ts checks their
 * characters, metrics, weights, sizes, and licenses, so that a font that lacks a letter isn't offered.
 */
export type Typeface = {
  family: string
  kind: 'serif' | 'sans'
  /** Of its variable file. */
  weights: [min: number, max: number]
  /** In ems. */
  ascent: number
  descent: number
  /** Of the store's own texts, compared with Times (serif) or Arial (sans). e2e/brand.spec.ts measures it. */
  width: number
}

export const TYPEFACES = {
  'bodoni-moda': {
    family: 'Bodoni Moda',
    kind: 'serif',
    weights: [400, 900],
    ascent: 1.125,
    descent: 0.4,
    width: 1.138,
  },
  cormorant: {
    family: 'Cormorant',
    kind: 'serif',
    weights: [300, 700],
    ascent: 0.924,
    descent: 0.287,
    width: 0.968,
  },
  'playfair-display': {
    family: 'Playfair Display',
    kind: 'serif',
    weights: [400, 900],
    ascent: 1.082,
    descent: 0.251,
    width: 1.113,
  },
  fraunces: {
    family: 'Fraunces',
    kind: 'serif',
    weights: [100, 900],
    ascent: 0.978,
    descent: 0.255,
    width: 1.162,
  },
  'instrument-sans': {
    family: 'Instrument Sans',
    kind: 'sans',
    weights: [400, 700],
    ascent: 0.97,
    descent: 0.25,
    width: 1.015,
  },
  jost: { family: 'Jost', kind: 'sans', weights: [100, 900], ascent: 1.07, descent: 0.375, width: 0.95 },
  'dm-sans': {
    family: 'DM Sans',
    kind: 'sans',
    weights: [100, 1000],
    ascent: 0.992,
    descent: 0.31,
    width: 1.034,
  },
  manrope: {
    family: 'Manrope',
    kind: 'sans',
    weights: [200, 800],
    ascent: 1.066,
    descent: 0.3,
    width: 1.019,
  },
} as const satisfies Record<string, Typeface>

export type TypefaceId = keyof typeof TYPEFACES

export const HEADING_TYPEFACES = [
  'bodoni-moda',
  'cormorant',
  'playfair-display',
  'fraunces',
  'instrument-sans',
  'jost',
] as const satisfies TypefaceId[]

export const TEXT_TYPEFACES = [
  'instrument-sans',
  'jost',
  'manrope',
  'dm-sans',
] as const satisfies TypefaceId[]

export const DEFAULT_TYPEFACES = { heading: 'bodoni-moda', text: 'instrument-sans' } as const
