type Neighbor = { number: number; pictureId: string | null }

/**
 * Adds an imported picture where its file has it: after those of its import that precede it there, and else before those
 * that follow it. Pictures that the product has otherwise stay as staff arranged them.
 */
export function insertInOrder(
  current: readonly string[],
  { number, pictureId }: { number: number; pictureId: string },
  imported: readonly Neighbor[],
): string[] {
  if (current.includes(pictureId)) return [...current]
  const placesOf = (isNeighbor: (neighbor: Neighbor) => boolean) =>
    imported
      .filter(isNeighbor)
      .map((neighbor) => current.indexOf(neighbor.pictureId ?? ''))
      .filter((place) => place >= 0)
  const before = placesOf((neighbor) => neighbor.number < number)
  const after = placesOf((neighbor) => neighbor.number > number)
  const place = before.length ? Math.max(...before) + 1 : after.length ? Math.min(...after) : current.length
  return current.toSpliced(place, 0, pictureId)
}
