import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INITIAL_CATEGORIES } from '#core/catalog/categories/category.ts'
import { SEARCH_SORTS } from '#core/search/search.ts'
import { namedCategories } from '#test/categories.ts'
import { readSearchUrl, searchUrl } from './search-url.ts'

const readQuery = (query: string) => readSearchUrl(new URLSearchParams(query), namedCategories)

test('a search query survives a round trip through its URL', () => {
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
  const price = optional(fc.integer({ min: 0, max: 999_999_999 }))
  const pageQuery = fc
    .record({
      q: fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
      category: optional(fc.constantFrom(...INITIAL_CATEGORIES)),
      minPrice: price,
      maxPrice: price,
      sort: optional(fc.constantFrom(...SEARCH_SORTS.filter((sort) => sort !== 'relevance'))),
      cursor: optional(fc.string({ minLength: 1 })),
    })
    .filter(({ minPrice = 0, maxPrice = Number.MAX_VALUE }) => minPrice <= maxPrice)
  fc.assert(
    fc.property(pageQuery, (pageQuery) => {
      const { search } = new URL(searchUrl(pageQuery), 'http://shop.example')
      expect(readQuery(search)).toEqual(pageQuery)
    }),
  )
})

test('invalid parameters are ignored', () => {
  const expected = { q: 'rose' }
  for (const param of [
    'category=Nonsense',
    'min_price=-1',
    'min_price=1e9',
    'max_price=NaN',
    'max_price=',
    'min_price=50&max_price=20',
    'sort=relevance',
    'sort=sideways',
    'cursor=',
  ])
    expect([param, readQuery(`q=rose&${param}`)]).toEqual([param, expected])
})

test('a category is found in upper or lower case', () => {
  for (const category of ['Tools+%26+Accessories', 'tools+%26+accessories', 'TOOLS+%26+ACCESSORIES'])
    expect(readQuery(`q=rose&category=${category}`).category).toBe('Tools & Accessories')
})
