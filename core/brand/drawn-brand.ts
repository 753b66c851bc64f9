import type { Palette } from '#core/settings/palette.ts'
import { drawLine, initials, letterLine } from './lettering.ts'

type DrawnColors = Pick<Palette, 'ink' | 'paper' | 'blush' | 'rosewood'>

/** For a store without an icon of its own. Apps cut icons to a circle, which the letters stay inside of. */
export function letterIcon(name: string, { ink, paper }: DrawnColors): string {
  const box = { x: 116, y: 146, width: 280, height: 220 }
  const line = letterLine(initials(name))
  const mark = line ? drawLine(line, box, paper) : ring(paper)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${ink}"/>${mark}</svg>`
}

/** In place of letters that have no outline. */
const ring = (color: string) =>
  `<circle cx="256" cy="256" r="110" fill="none" stroke="${color}" stroke-width="20"/>`

export const SHARE_SIZE = { width: 1200, height: 630 }

/** Stands beside links to a store that has chosen no picture; at the left of one, if it has. */
export function nameCard(
  name: string,
  { ink, paper, blush, rosewood }: DrawnColors,
  align: 'left' | 'middle' = 'middle',
): string {
  const { width, height } = SHARE_SIZE
  const box =
    align === 'left' ? { x: 84, y: 290, width: 528, height: 40 } : { x: 100, y: 275, width: 1000, height: 60 }
  const line = letterLine(name, 140) ?? letterLine(initials(name))
  const mark = line && drawLine(line, box, ink, align)
  const rule = align === 'left' ? 'M84 366h48' : 'M576 375h48'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="page" x2="0" y2="1"><stop offset=".4" stop-color="${paper}"/><stop offset="1" stop-color="${blush}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#page)"/>${mark ?? ''}<path d="${rule}" stroke="${rosewood}" stroke-width="2"/></svg>`
}
