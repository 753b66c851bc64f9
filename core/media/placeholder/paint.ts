import { dim, GOLD, LIGHT, lit, TONE_COLORS, type Tone } from './tones.ts'

type Stop = readonly [at: number, color: string, opacity?: number]

export type Paint = ReturnType<typeof mixPaint>

const DARK: Tone[] = ['rosewood', 'moss', 'amber', 'ink']

export function mixPaint(tone: Tone, prefix: string) {
  const definitions = new Map<string, string>()

  function define(tag: string, attributes: string, inside: string) {
    const markup = `<${tag} ID${attributes}>${inside}</${tag}>`
    const id = definitions.get(markup) ?? `${prefix}${definitions.size}`
    definitions.set(markup, id)
    return `url(#${id})`
  }

  const across = (...stops: Stop[]) => define('linearGradient', '', stopMarkup(stops))
  const down = (...stops: Stop[]) => define('linearGradient', ' x2="0" y2="1"', stopMarkup(stops))
  const slant = (...stops: Stop[]) => define('linearGradient', ' y2="1"', stopMarkup(stops))
  const round = (at: string, ...stops: Stop[]) => define('radialGradient', at && ` ${at}`, stopMarkup(stops))

  const { wall } = TONE_COLORS[tone]
  const dark = DARK.includes(tone)

  return {
    ...TONE_COLORS[tone],
    print: dark ? lit(TONE_COLORS[tone].body, 0.8) : dim(TONE_COLORS[tone].body, 0.75),
    across,
    down,
    slant,
    round,
    clip: (d: string) => define('clipPath', '', `<path d="${d}"/>`),
    blur: (by: number) =>
      define('filter', ' x="-.5" y="-1" width="2" height="3"', `<feGaussianBlur stdDeviation="${by}"/>`),

    lacquer: (c: string) =>
      across(
        [0, dim(c, 0.35)],
        [0.06, dim(c, 0.08)],
        [0.18, lit(c, 0.34)],
        [0.3, lit(c, 0.08)],
        [0.9, dim(c, 0.42)],
        [1, dim(c, 0.22)],
      ),
    matte: (c: string) => {
      const light = dark ? 0.26 : 0.7
      return across(
        [0, dim(c, 0.14)],
        [0.08, lit(c, light * 0.3)],
        [0.26, lit(c, light)],
        [0.52, lit(c, light * 0.1)],
        [0.88, dim(c, 0.26)],
        [1, dim(c, 0.16)],
      )
    },
    tinted: (c: string) =>
      across(
        [0, dim(c, 0.75)],
        [0.05, dim(c, 0.35)],
        [0.13, lit(c, 0.16)],
        [0.24, dim(c, 0.2)],
        [0.55, dim(c, 0.42)],
        [0.82, lit(c, 0.06)],
        [0.92, lit(c, 0.26)],
        [0.97, dim(c, 0.25)],
        [1, dim(c, 0.65)],
      ),
    gold: () =>
      across(
        [0, GOLD[0]],
        [0.1, GOLD[1]],
        [0.24, GOLD[2]],
        [0.38, GOLD[3]],
        [0.66, GOLD[4]],
        [0.88, GOLD[5]],
        [1, GOLD[6]],
      ),
    veil: () => down([0, LIGHT, 0], [0.2, LIGHT, 0.6], [1, LIGHT, 0.1]),
    /** Reflects the pale room and one band of the window. */
    mirror: () =>
      slant(
        [0, lit(wall[0], 0.5)],
        [0.36, wall[1]],
        [0.37, lit(wall[0], 0.8)],
        [0.5, wall[0]],
        [0.51, wall[1]],
        [1, wall[2]],
      ),
    defs: () =>
      `<defs>${[...definitions].map(([markup, id]) => markup.replace('ID', `id="${id}"`)).join('')}</defs>`,
  }
}

const stopMarkup = (stops: Stop[]) =>
  stops
    .map(
      ([at, color, opacity = 1]) =>
        `<stop${at ? ` offset="${at}"` : ''} stop-color="${color}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ''}/>`,
    )
    .join('')
