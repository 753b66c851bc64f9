import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATEGORIES } from '#core/catalog/product.ts'
import { SEARCH_SORTS } from '#core/search/search.ts'
import { readSearchAddress, searchAddress } from './search-address.ts'

const read = (query: string) => readSearchAddress(new URLSearchParams(query))

test('what an address says is what was asked for, whatever was typed', () => {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
  const price = maybe(fc.integer({ min: 0, max: 999_999_999 }))
  const place = fc
    .record({
      q: fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
      category: maybe(fc.constantFrom(...CATEGORIES)),
      minPrice: price,
      maxPrice: price,
      sort: maybe(fc.constantFrom(...SEARCH_SORTS.filter((sort) => sort !== 'relevance'))),
      cursor: maybe(fc.string({ minLength: 1 })),
    })
    .filter(({ minPrice = 0, maxPrice = Number.MAX_VALUE }) => minPrice <= maxPrice)
  fc.assert(
    fc.property(place, (place) => {
      expect(readSearchAddress(new URL(searchAddress(place), 'http://shop.example').searchParams)).toEqual(
        place,
      )
    }),
  )
})

test('what can’t be read is as if it were not there', () => {
  const nothing = { q: 'rose' }
  for (const odd of [
    'category=Nonsense',
    'category=skincare',
    'min_price=-1',
    'min_price=1e9',
    'max_price=NaN',
    'max_price=',
    'min_price=50&max_price=20',
    'sort=relevance',
    'sort=sideways',
    'cursor=',
  ])
    expect([odd, read(`q=rose&${odd}`)]).toEqual([odd, nothing])
})
