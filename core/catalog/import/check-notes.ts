/** Of a shade that the file has no color of: its name has one, or not. */
export type ShadeColor = 'guessed' | 'missing'

export function colorNotes(colors: Iterable<ShadeColor>): string[] {
  const { guessed = [], missing = [] } = Object.groupBy(colors, (color) => color)
  return [
    ...(guessed.length ? [guessedColorsNote(guessed.length)] : []),
    ...(missing.length ? [missingColorsNote(missing.length)] : []),
  ]
}

const guessedColorsNote = (count: number) =>
  `The ${count === 1 ? 'color of 1 shade was' : `colors of ${count.toLocaleString('en-US')} shades were`} guessed from the name. Check them in the family.`

const missingColorsNote = (count: number) =>
  count === 1
    ? '1 shade has no color, and its name doesn’t tell one. Enter the color in the family.'
    : `${count.toLocaleString('en-US')} shades have no color, and their names don’t tell one. Enter the colors in the family.`

export function withoutPhotosNote(count: number): string {
  return count === 1
    ? '1 product has no photo, so it isn’t published. Add a photo to the product, then publish it.'
    : `${count.toLocaleString('en-US')} products have no photo, so they aren’t published. Add photos to them, then publish them.`
}

export function publishedLaterNote(count: number): string {
  return count === 1
    ? '1 product has no photo yet. Its first picture publishes it.'
    : `${count.toLocaleString('en-US')} products have no photo yet. Their first pictures publish them.`
}

export function formulasNote(count: number): string {
  return count === 1
    ? 'The ingredients of 1 product aren’t imported, because they come from its formula.'
    : `The ingredients of ${count.toLocaleString('en-US')} products aren’t imported, because they come from their formulas.`
}
