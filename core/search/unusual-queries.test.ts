import fc from 'fast-check'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Category } from '../catalog/product.ts'
import { encodeCursor } from '../cursor.ts'
import { searchProducts } from './search.server.ts'
import { SEARCH_SORTS, type SearchFilter, type SearchSort } from './search.ts'
import { suggest } from './suggest.server.ts'

const UNUSUAL_QUERIES = [
  '🌹🌹🌹',
  '👩‍👩‍👧‍👦',
  "'; drop table products; --",
  '" or 1=1',
  '%',
  '_',
  '\\',
  '\\u0000',
  '.*',
  '(((',
  '[a-z',
  '$1',
  '{{x}}',
  '!',
  '& | ! <-> :*',
  'a:*&b',
  "'quoted' lexeme",
  'foo <2> bar',
  '~',
  '#Makeup',
  '$11',
  'שמן שיער',
  'عطر',
  '\u202Eesrever\u202C',
  'a\0b\0',
  '\0x',
  '-',
  '—',
  '...',
  '1e309',
  'NaN',
  'ﬁne ﬂower',
  'İstanbul',
  'Ω≈ç√',
  'a'.repeat(200),
  'ab '.repeat(66),
  '😀 '.repeat(60),
]

test.for(UNUSUAL_QUERIES)(
  'an unusual query (%j) is answered: it finds something or nothing',
  async (q, { ctx }) => {
    await buildProduct(ctx, { name: 'Rose' })
    expect(await searchProducts(ctx, { q, limit: 5 })).toMatchObject({ query: expect.any(String) })
    expect(await suggest(ctx, q)).toMatchObject({ products: expect.any(Array) })
  },
)

test('no text whatever breaks the search', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose' })
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...`'"\\&|!()<>:*~#$%_ abc1`), maxLength: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...SEARCH_SORTS), async (q, sort) => {
      const results = await searchProducts(ctx, { q, sort, limit: 5 }).catch(
        (error: { code?: string }) => error.code ?? String(error),
      )
      if (typeof results === 'string') expect(results).toBe('invalid_input')
      expect(await suggest(ctx, q)).toBeTypeOf('object')
    }),
    { numRuns: 150 },
  )
})

test.for<[string, Partial<SearchFilter>, string]>([
  ['nothing', { q: '' }, 'q'],
  ['blanks', { q: ' \t\n ' }, 'q'],
  ['only NUL', { q: '\0\0' }, 'q'],
  ['half a character', { q: '\ud800' }, 'q'],
  ['10,000 characters', { q: 'rose '.repeat(2000) }, 'q'],
  ['no such category', { category: 'Weapons' as Category }, 'category'],
  ['a price below nothing', { minPrice: -1 }, 'min_price'],
  ['a price that is none', { maxPrice: Number.NaN }, 'max_price'],
  ['a price without end', { maxPrice: Number.POSITIVE_INFINITY }, 'max_price'],
  ['the highest below the lowest', { minPrice: 500, maxPrice: 100 }, 'max_price'],
  ['no page', { limit: 0 }, 'limit'],
  ['a page too long', { limit: 101 }, 'limit'],
  ['half a page', { limit: 1.5 }, 'limit'],
  ['a cursor of nobody', { cursor: 'garbage' }, 'cursor'],
  ['a cursor of another order', { cursor: encodeCursor({ value: 'Rose', id: 'prd_1' }) }, 'cursor'],
  [
    'a date that is none',
    { sort: 'newest' as SearchSort, cursor: encodeCursor({ value: 'Rose', id: 'prd_1' }) },
    'cursor',
  ],
])('%s is refused by name', async ([, filter, field], { ctx }) => {
  await expect(searchProducts(ctx, { q: 'rose', limit: 5, ...filter })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { [field]: expect.any(String) },
  })
})

test('a price far beyond any is only a filter', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose' })
  const total = async (filter: Partial<SearchFilter>) =>
    (await searchProducts(ctx, { q: 'rose', limit: 5, ...filter })).total.count
  expect(await total({ minPrice: 1e15 })).toBe(0)
  expect(await total({ maxPrice: 1e300 })).toBe(1)
  expect(await total({ minPrice: 0, maxPrice: 0 })).toBe(0)
})

test('while nothing, blanks or too much is typed, nothing is suggested', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose' })
  for (const typed of ['', '  ', '\0', '🌹', 'rose '.repeat(2000)]) {
    expect(await suggest(ctx, typed)).toEqual({ completions: [], corrected: null, products: [] })
  }
})
