import { TONE_COLORS } from './tones.ts'

const PREFIX = 'drawn-monogram-'
/** Without initials in Latin script, the tile stays empty. */
const EMPTY = 'empty'

/** `drawn-monogram-vl` for Velvet Lipstick. */
export function monogramName(productName: string): string {
  const words = productName
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .match(/\b[a-z]/g)
  return PREFIX + (words?.slice(0, 2).join('') || EMPTY)
}

/** Undefined for any other file name. */
export function drawMonogram(fileName: string): string | undefined {
  const initials = new RegExp(`^${PREFIX}([a-z]{1,2}|${EMPTY})\\.svg$`).exec(fileName)?.[1]
  return initials && monogramTile(initials === EMPTY ? '' : initials.toUpperCase())
}

function monogramTile(initials: string): string {
  const { wall, stone, shadow } = TONE_COLORS.paper
  // An SVG in an <img> can't use the page's fonts.
  const letters = initials
    ? `<text x="450" y="600" text-anchor="middle" dominant-baseline="central" font-family="Georgia, 'Times New Roman', serif" font-size="220" letter-spacing="12" fill="${shadow}" fill-opacity=".62">${initials}</text>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 1200"><rect width="900" height="1200" fill="${wall[1]}"/><rect x="48" y="48" width="804" height="1104" fill="none" stroke="${stone}" stroke-width="3"/>${letters}</svg>`
}
