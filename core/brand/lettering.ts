import outlines from './letter-outlines.json' with { type: 'json' }

type Outline = { width: number; path: string }
export type Line = { width: number; height: number; paths: { x: number; path: string }[] }

const OUTLINES: Record<string, Outline> = outlines

/** Of the font that the outlines are from, in thousandths of an em. */
const CAPITAL_HEIGHT = 700

/**
 * Capitals as paths, because a server may have no fonts. A letter with an accent that has no outline is drawn without it.
 * Undefined if the text has other letters, such as Greek ones.
 */
export function letterLine(text: string, spacing = 0): Line | undefined {
  const paths: Line['paths'] = []
  let x = 0
  for (const letter of text.toLocaleUpperCase('en')) {
    const outline = OUTLINES[letter] ?? OUTLINES[letter.normalize('NFD').charAt(0)]
    if (!outline) return undefined
    if (outline.path) paths.push({ x, path: outline.path })
    x += outline.width + spacing
  }
  return paths.length ? { width: x - spacing, height: CAPITAL_HEIGHT, paths } : undefined
}

type Box = { x: number; y: number; width: number; height: number }

/** As large as it fits, in the middle of the box or at its left. */
export function drawLine(line: Line, box: Box, color: string, align: 'middle' | 'left' = 'middle'): string {
  const scale = Math.min(box.width / line.width, box.height / line.height)
  const left = align === 'left' ? box.x : box.x + (box.width - line.width * scale) / 2
  const baseline = box.y + (box.height + line.height * scale) / 2
  const letters = line.paths.map(({ x, path }) => `<path transform="translate(${x})" d="${path}"/>`).join('')
  return `<g fill="${color}" transform="translate(${round(left)} ${round(baseline)}) scale(${round(scale)})">${letters}</g>`
}

/** The first letters of the first two words. */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
}

const round = (number: number) => Number(number.toFixed(4))
