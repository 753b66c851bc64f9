import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('an ID has a prefix for its kind and is recognized by it', () => {
  expect(newId('product')).toMatch(/^prd_[0-9a-z]{20}$/)
  expect(isId('product', newId('product'))).toBe(true)
  expect(isId('order', newId('product'))).toBe(false)
  expect(isId('product', `${newId('product')}x`)).toBe(false)
})

test('ten thousand IDs from the same millisecond are unique', () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => newId('order', 1_800_000_000_000)))
  expect(ids.size).toBe(10_000)
})

test('later IDs sort after earlier ones', () => {
  const timestamp = fc.integer({ min: 0, max: 32 ** 9 - 2 })
  fc.assert(
    fc.property(timestamp, timestamp, (one, other) => {
      const earlier = newId('order', Math.min(one, other))
      const later = newId('order', Math.max(one, other) + 1)
      expect(earlier < later).toBe(true)
    }),
  )
})
