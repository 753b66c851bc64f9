import { type IdKind, newId } from '#core/ids.ts'
import type { SeededRandom } from '#demo/seeded-random.ts'

export function randomId(random: SeededRandom, kind: IdKind, at: number): string {
  const fiveBitsEach = Uint8Array.from({ length: 11 }, () => random.integer(0, 31))
  return newId(kind, Math.floor(at), fiveBitsEach)
}
