/** The order after one of the IDs moved up or down by one. */
export function moveId(ids: string[], up: string, down: string): string[] {
  const index = ids.indexOf(up || down)
  return index < 0 ? ids : moveTo(ids, index, Math.max(0, index + (up ? -1 : 1)))
}

export function moveTo(ids: string[], from: number, to: number): string[] {
  const reordered = [...ids]
  reordered.splice(to, 0, ...reordered.splice(from, 1))
  return reordered
}
