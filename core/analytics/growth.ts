/** In percent, with one decimal; null if there was nothing before. */
export function growth(recent: number, previous: number): number | null {
  return previous === 0 ? null : Math.round(((recent - previous) * 1000) / previous) / 10
}
