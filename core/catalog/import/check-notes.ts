export const guessedColorsNote = (count: number) =>
  `The ${count === 1 ? 'color of 1 shade was' : `colors of ${count.toLocaleString('en-US')} shades were`} guessed from the name. Check them in the family.`

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
