import { hash } from 'node:crypto'
import type { BrandLook } from '#core/settings/brand-settings.ts'
import { DEFAULT_COLORS, derivePalette, isDefault } from '#core/settings/palette.ts'
import { DEFAULT_TYPEFACES, TYPEFACES, type Typeface, type TypefaceId } from '#core/settings/typefaces.ts'
import { TYPEFACE_FILES, UNICODE_RANGES } from '#web/fonts/typeface-files.ts'
import type { Edit } from './page-edits.ts'

type BrandStyle = { markup: string; hashes: string[]; themeColor: string }

const MAX_REMEMBERED = 50
const remembered = new Map<string, BrandStyle | undefined>()

/** The store's own colors and typefaces, over those of the stylesheet. Nothing for a store that has chosen none. */
export function editLook(html: string, look: BrandLook): { edits: Edit[]; hashes: string[] } {
  const style = findStyle(look)
  const end = html.indexOf('</head>')
  if (!style || end === -1) return { edits: [], hashes: [] }
  const edits = [{ start: end, end, text: style.markup }]
  const themeColor = html.indexOf(THEME_COLOR)
  if (themeColor !== -1)
    edits.push({
      start: themeColor,
      end: themeColor + THEME_COLOR.length,
      text: THEME_COLOR.replace(DEFAULT_COLORS.background, style.themeColor),
    })
  return { edits, hashes: style.hashes }
}

/** As root.tsx renders it. */
const THEME_COLOR = `name="theme-color" content="${DEFAULT_COLORS.background}"`

function findStyle(look: BrandLook): BrandStyle | undefined {
  const { background, accent, headingTypeface, textTypeface } = look
  const key = [background, accent, headingTypeface, textTypeface].join(' ')
  if (!remembered.has(key)) {
    if (remembered.size === MAX_REMEMBERED) remembered.clear()
    remembered.set(key, buildStyle(look))
  }
  return remembered.get(key)
}

function buildStyle({
  background,
  accent,
  headingTypeface,
  textTypeface,
}: BrandLook): BrandStyle | undefined {
  const colors = { background, accent }
  const palette = isDefault(colors) ? {} : derivePalette(colors)
  const tokens = Object.entries(palette).map(([name, color]) => `--color-${name}:${color};`)
  if (headingTypeface !== DEFAULT_TYPEFACES.heading)
    tokens.push(`--font-display:${fontStack(headingTypeface)};`)
  if (textTypeface !== DEFAULT_TYPEFACES.text) tokens.push(`--font-text:${fontStack(textTypeface)};`)
  if (!tokens.length) return undefined
  const typefaces = [...new Set([headingTypeface, textTypeface])]
  // In the stylesheet's own layer, so that its rules for more contrast still apply.
  const css = `@layer theme{:root,:host{${tokens.join('')}}}${typefaces.map(fallbackFaces).join('')}`
  const webFonts = typefaces.map(webFontFaces).join('')
  // As the stylesheet's own web fonts, they wait for the first paint (DEFERRED_HYDRATION_SCRIPT).
  const deferred =
    webFonts &&
    `<style media="not all" data-deferred="">${webFonts}</style><noscript><style>${webFonts}</style></noscript>`
  return {
    markup: `<style>${css}</style>${deferred}`,
    hashes: [css, ...(webFonts && [webFonts])].map((style) => `'sha256-${hash('sha256', style, 'base64')}'`),
    themeColor: background,
  }
}

/** Of Times and Arial, and of what stands in for them on Android and Linux. The factor is their width, compared with them. */
const FALLBACKS = {
  serif: [
    { suffix: 'Times', fonts: ['Times New Roman', 'Liberation Serif'], factor: 1 },
    { suffix: 'Noto', fonts: ['Noto Serif'], factor: 1.148 },
    { suffix: 'DejaVu', fonts: ['DejaVu Serif'], factor: 1.262 },
  ],
  sans: [
    { suffix: 'Arial', fonts: ['Arial', 'Liberation Sans'], factor: 1 },
    { suffix: 'Roboto', fonts: ['Roboto'], factor: 1.013 },
    { suffix: 'DejaVu', fonts: ['DejaVu Sans'], factor: 1.13 },
  ],
} as const

/** As in tokens.css. */
const STYLESHEET_STACKS: Partial<Record<TypefaceId, string>> = {
  'bodoni-moda': '"Bodoni Moda","Bodoni Times","Bodoni Noto","Bodoni DejaVu",serif',
  'instrument-sans':
    '"Instrument Sans","Instrument Arial","Instrument Roboto","Instrument DejaVu",sans-serif',
}

function fontStack(id: TypefaceId): string {
  const { family, kind }: Typeface = TYPEFACES[id]
  const names = [family, ...FALLBACKS[kind].map(({ suffix }) => `${family} ${suffix}`)]
  return (
    STYLESHEET_STACKS[id] ??
    [...names.map((name) => `"${name}"`), kind === 'serif' ? 'serif' : 'sans-serif'].join(',')
  )
}

/** Fonts of the device with the same metrics, so that nothing shifts when the web font arrives. */
function fallbackFaces(id: TypefaceId): string {
  if (!TYPEFACE_FILES[id]) return ''
  const { family, kind, ascent, descent, width }: Typeface = TYPEFACES[id]
  return FALLBACKS[kind]
    .map(({ suffix, fonts, factor }) => {
      const size = width / factor
      const sources = fonts.map((font) => `local("${font}")`).join(',')
      return `@font-face{font-family:"${family} ${suffix}";src:${sources};size-adjust:${percent(size)};ascent-override:${percent(ascent / size)};descent-override:${percent(descent / size)};line-gap-override:0%}`
    })
    .join('')
}

function webFontFaces(id: TypefaceId): string {
  const files = TYPEFACE_FILES[id]
  if (!files) return ''
  const { family, weights }: Typeface = TYPEFACES[id]
  return (['latin', 'extended'] as const)
    .map(
      (part) =>
        `@font-face{font-family:"${family}";font-weight:${weights.join(' ')};font-display:swap;src:url("${files[part]}") format("woff2");unicode-range:${UNICODE_RANGES[part]}}`,
    )
    .join('')
}

const percent = (value: number) => `${(value * 100).toFixed(1)}%`
