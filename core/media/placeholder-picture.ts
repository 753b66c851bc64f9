import type { Picture } from './picture.ts'

/** The picture of a product without photos: its monogram. */
export function placeholderPicture({ name }: { name: string }): Picture {
  const letters = monogram(name)
  const url = `/media/placeholders/${encodeURIComponent(letters)}.svg`
  return { id: `placeholder-${letters}`, url, width: 900, height: 1200, alt: name }
}

export const isPlaceholder = ({ id }: Pick<Picture, 'id'>) => id.startsWith('placeholder-')

/** The initials of the first two words. An en dash if there are none, as in a name of emoji. */
export function monogram(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}’']+/u)
  const letters = words.flatMap((word) => /^[\p{L}\p{N}]\p{M}?/u.exec(word)?.[0] ?? [])
  return letters.slice(0, 2).join('').toLocaleUpperCase('en-US') || '–'
}

// Stored links may name the drawings that stood for a category.
const FORMER_NAMES = ['skincare', 'makeup', 'haircare', 'fragrance', 'tools']
// Two letters, each perhaps of two code units and with a mark.
const MAX_LENGTH = 6

/** Undefined unless the name is one of `placeholderPicture`, or was. It can't contain markup. */
export function placeholderSvg(fileName: string): string | undefined {
  if (!fileName.endsWith('.svg')) return undefined
  const name = fileName.slice(0, -'.svg'.length)
  if (FORMER_NAMES.includes(name)) return monogramSvg(monogram(name))
  return name.length <= MAX_LENGTH && /^[\p{L}\p{N}\p{M}–]+$/u.test(name) ? monogramSvg(name) : undefined
}

/** Fonts of the store don't load in a picture. */
const monogramSvg = (letters: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 1200"><rect width="900" height="1200" fill="#eee5d9"/><text x="457" y="600" dy=".35em" text-anchor="middle" font-family="Didot, 'Bodoni 72', Georgia, 'Times New Roman', 'Noto Serif', serif" font-size="210" letter-spacing="14" fill="#6a5850" fill-opacity=".6">${letters}</text></svg>`
