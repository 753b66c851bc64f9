import { contrast, fromOklch, luminance, mix, toOklch } from './color.ts'

export type BrandColors = { background: string; accent: string }

/** The colors of web/tokens.css. */
export type Palette = Record<
  | 'paper'
  | 'paper-deep'
  | 'blush'
  | 'ink'
  | 'ink-soft'
  | 'rosewood'
  | 'rosewood-deep'
  | 'hairline'
  | 'control'
  | 'metal'
  | 'moss'
  | 'white',
  string
>

export const DEFAULT_COLORS: BrandColors = { background: '#f7f2eb', accent: '#7a2e35' }

const DEFAULT_PALETTE: Palette = {
  paper: '#f7f2eb',
  'paper-deep': '#eee5d9',
  blush: '#ecd9d0',
  ink: '#241a17',
  'ink-soft': '#6a5850',
  rosewood: '#7a2e35',
  'rosewood-deep': '#5c2127',
  hairline: '#d8cabb',
  control: 'rgb(36 26 23 / 0.58)',
  metal: '#b08d57',
  moss: '#55703f',
  white: '#fffdfa',
}

/** WCAG AA: of text, and of the edge of a control. */
const TEXT_CONTRAST = 4.5
const EDGE_CONTRAST = 3
/** Below it, the background would turn into another color before text on it is legible. */
const MIN_BACKGROUND_LUMINANCE = 0.6
/** Below it, the accent is no color of its own, and a correction would be a guess. */
const MIN_DIFFERENCE = 1.5

/** Which of the two colors can't be used, and why. */
export function findColorProblem({ background, accent }: BrandColors): Partial<BrandColors> | undefined {
  if (luminance(background) < MIN_BACKGROUND_LUMINANCE)
    return { background: 'This background is too dark for the text on it. Choose a lighter color.' }
  const difference = contrast(background, accent)
  if (difference < MIN_DIFFERENCE)
    return {
      accent: `This color is nearly the background (contrast ${ratio(difference)}, and text needs ${ratio(TEXT_CONTRAST)}). Choose a darker one.`,
    }
  return undefined
}

export function derivePalette(colors: BrandColors): Palette {
  if (isDefault(colors)) return DEFAULT_PALETTE
  const { background: paper, accent } = colors
  const surfaces = surfacesOf(colors)
  const { hue, chroma } = toOklch(accent)
  const tint = Math.min(chroma, 0.02)
  const readable = (color: string) => darkenUntil(color, surfaces, TEXT_CONTRAST)
  const rosewood = readable(accent)
  const { lightness, ...rest } = toOklch(rosewood)
  const ink = fromOklch({ lightness: 0.23, chroma: tint, hue })
  return {
    paper,
    'paper-deep': surfaces[1],
    blush: surfaces[2],
    ink,
    'ink-soft': readable(fromOklch({ lightness: 0.48, chroma: tint, hue })),
    rosewood,
    'rosewood-deep': fromOklch({ lightness: lightness * 0.78, ...rest }),
    hairline: mix(paper, ink, 0.16),
    control: darkenUntil(mix(paper, ink, 0.55), surfaces, EDGE_CONTRAST),
    metal: fromOklch({ lightness: 0.66, chroma: Math.min(chroma, 0.08), hue }),
    moss: readable(DEFAULT_PALETTE.moss),
    white: surfaces[3],
  }
}

/** What text is on, from the page itself to its darkest part. */
function surfacesOf({ background, accent }: BrandColors): [string, string, string, string] {
  const { lightness, chroma, hue } = toOklch(background)
  const deep = fromOklch({ lightness: lightness - 0.035, chroma: chroma + 0.005, hue })
  const lightAccent = fromOklch({ ...toOklch(accent), lightness: lightness - 0.08 })
  return [background, deep, mix(background, lightAccent, 0.35), mix(background, '#ffffff', 0.8)]
}

function darkenUntil(color: string, surfaces: string[], minimum: number): string {
  const { lightness, ...rest } = toOklch(color)
  for (let darker = lightness; darker > 0; darker -= 0.005) {
    const candidate = darker === lightness ? color : fromOklch({ lightness: darker, ...rest })
    if (surfaces.every((surface) => contrast(candidate, surface) >= minimum)) return candidate
  }
  return '#000000'
}

/** What was changed so that text is legible, for the owner. */
export function describeCorrection(colors: BrandColors): string | undefined {
  const { rosewood } = derivePalette(colors)
  if (rosewood === colors.accent || findColorProblem(colors)) return undefined
  const lowest = Math.min(...surfacesOf(colors).map((surface) => contrast(surface, colors.accent)))
  return `${colors.accent} has a contrast of ${ratio(lowest)}, and text needs ${ratio(TEXT_CONTRAST)}, so the store uses the darker ${rosewood}.`
}

export const isDefault = ({ background, accent }: BrandColors): boolean =>
  background === DEFAULT_COLORS.background && accent === DEFAULT_COLORS.accent

/** Rounded down, so that it never says more than it is. */
const ratio = (value: number) => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`
