import fc from 'fast-check'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
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

test.for(UNUSUAL_QUERIES)('an unusual query (%j) returns results without an error', async (q, { ctx }) => {
  await buildProduct(ctx, { name: 'Rose' })
  expect(await searchProducts(ctx, { q, limit: 5 })).toMatchObject({ query: expect.any(String) })
  expect(await suggest(ctx, q)).toMatchObject({ products: expect.any(Array) })
})

test('no input breaks the search', async ({ ctx }) => {
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
  ['an empty query', { q: '' }, 'q'],
  ['whitespace', { q: ' \t\n ' }, 'q'],
  ['only NUL', { q: '\0\0' }, 'q'],
  ['a lone surrogate', { q: '\ud800' }, 'q'],
  ['10,000 characters', { q: 'rose '.repeat(2000) }, 'q'],
  ['an unknown category', { category: 'Weapons' }, 'category'],
  ['a negative price', { minPrice: -1 }, 'min_price'],
  ['a price that is not a number', { maxPrice: Number.NaN }, 'max_price'],
  ['an infinite price', { maxPrice: Number.POSITIVE_INFINITY }, 'max_price'],
  ['a maximum below the minimum', { minPrice: 500, maxPrice: 100 }, 'max_price'],
  ['an empty page', { limit: 0 }, 'limit'],
  ['a page size above the limit', { limit: 101 }, 'limit'],
  ['a fractional page size', { limit: 1.5 }, 'limit'],
  ['a malformed cursor', { cursor: 'garbage' }, 'cursor'],
  ['a cursor of another sort order', { cursor: encodeCursor({ value: 'Rose', id: 'prd_1' }) }, 'cursor'],
  [
    'a cursor with an invalid date',
    { sort: 'newest' as SearchSort, cursor: encodeCursor({ value: 'Rose', id: 'prd_1' }) },
    'cursor',
  ],
  [
    'a cursor with a date that only JavaScript reads',
    { sort: 'newest' as SearchSort, cursor: encodeCursor({ value: 'Rose 1', id: 'prd_1' }) },
    'cursor',
  ],
])('%s is refused with an error for the field', async ([, filter, field], { ctx }) => {
  await expect(searchProducts(ctx, { q: 'rose', limit: 5, ...filter })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { [field]: expect.any(String) },
  })
})

test('an extreme price filter is accepted', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose' })
  const total = async (filter: Partial<SearchFilter>) =>
    (await searchProducts(ctx, { q: 'rose', limit: 5, ...filter })).total.count
  expect(await total({ minPrice: 1e15 })).toBe(0)
  expect(await total({ maxPrice: 1e300 })).toBe(1)
  expect(await total({ minPrice: 0, maxPrice: 0 })).toBe(0)
})

test('an empty, blank, or overlong input gets no suggestions', async ({ ctx }) => {
  await buildProduct(ctx, { name: 'Rose' })
  for (const typed of ['', '  ', '\0', '🌹', 'rose '.repeat(2000)]) {
    expect(await suggest(ctx, typed)).toEqual({ completions: [], corrected: null, products: [] })
  }
})
