import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUseCounts } from './use-counts.ts'

test('a count is never too low, and seldom too high', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 500 }), (keys) => {
      const useCounts = createUseCounts()
      for (const key of keys) useCounts.add(key)
      for (const [key, { length }] of Map.groupBy(keys, (key) => key))
        expect(useCounts.read(key)).toBeGreaterThanOrEqual(length)
    }),
    { numRuns: 30 },
  )
  const useCounts = createUseCounts()
  const paths = Array.from({ length: 20_000 }, (_, index) => `/product/rose-serum-${index}`)
  for (const path of paths) useCounts.add(path)
  const exact = paths.filter((path) => useCounts.read(path) === 1)
  expect(exact.length).toBeGreaterThan(0.97 * paths.length)
})
