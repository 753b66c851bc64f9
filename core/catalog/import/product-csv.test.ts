import { describe, expect, test } from 'vitest'
import { namedCategories } from '#test/categories.ts'
import { SIZE_ERROR } from '../size.ts'
import { createCategoryCheck } from './category-check.ts'
import { parseProductCells, previewCell } from './product-csv.ts'

const { parse: parseCategory } = createCategoryCheck(namedCategories, { category: null })
const parse = (cells: Parameters<typeof parseProductCells>[0]) =>
  parseProductCells({ slug: 'rose-oil', ...cells }, parseCategory)
const problem = (column: string, value: string) =>
  parse({ [column]: value }).problems.map(({ column: name, problem }) => [name, problem])

test('a column that the file doesn’t have changes nothing', () => {
  expect(parse({})).toEqual({ slug: 'rose-oil', draft: {}, stock: undefined, problems: [] })
})

test('an empty cell clears text, lists, the compare-at price, and the size, and leaves the rest', () => {
  const empty = { brand: '', tagline: ' ', benefits: '', original_price: '', size: '' }
  expect(parse({ ...empty, category: '', status: ' ', featured: '', stock: '' })).toEqual({
    slug: 'rose-oil',
    draft: { brand: '', tagline: '', benefits: [], originalPrice: null, sizeQuantity: null, sizeUnit: null },
    stock: undefined,
    problems: [],
  })
})

describe('a slug', () => {
  test('is taken from the name if the file has none', () => {
    expect(parseProductCells({ name: 'Crème Brûlée' }, parseCategory)).toMatchObject({
      slug: 'creme-brulee',
      problems: [],
    })
    expect(parseProductCells({ slug: ' ', name: 'Rose' }, parseCategory).slug).toBe('rose')
    expect(parseProductCells({ name: '玫瑰水' }, parseCategory)).toMatchObject({
      slug: '',
      problems: [{ column: 'slug' }],
    })
  })

  test.each([
    'Rose',
    'rose oil',
    'rose_oil',
    '-rose',
    'rose-',
    'rose--oil',
    'rosé',
    '../rose',
    'a'.repeat(201),
  ])('“%s” is refused', (slug) => {
    expect(parse({ slug })).toMatchObject({
      slug: '',
      problems: [
        { column: 'slug', value: slug.slice(0, 80), problem: expect.stringContaining('such as rose-oil') },
      ],
    })
  })
})

describe('an amount', () => {
  test.each([
    ['12', 1200],
    [' 12.5 ', 1250],
    ['12.50', 1250],
    ['12,50', 1250],
    ['12,5', 1250],
    ['0.01', 1],
  ])('“%s” is %i cents', (price, cents) => {
    expect(parse({ price, original_price: price }).draft).toEqual({ price: cents, originalPrice: cents })
  })

  test.each(['', 'free', '$12', '1e3', '12.505', '1,234.50', '1.234,50', '0x10', 'NaN', '٣'])(
    '“%s” is refused as a price',
    (price) => {
      expect(problem('price', price)).toEqual([['price', expect.any(String)]])
    },
  )
})

test.each([
  ['30 ml', 30, 'ml'],
  ['50g', 50, 'g'],
  ['7.5 ML', 7.5, 'ml'],
  ['7,5 G', 7.5, 'g'],
  ['8 Fl. Oz.', 8, 'fl oz'],
  ['12 tea lights', 12, 'tea lights'],
] as const)('a size of “%s” is %d %s', (size, sizeQuantity, sizeUnit) => {
  expect(parse({ size }).draft).toEqual({ sizeQuantity, sizeUnit })
})

test.each(['30', 'ml', '30 2', '100000 ml', '-5 ml', '1.234 ml', '30  ml'])(
  'a size of “%s” is refused',
  (size) => {
    expect(problem('size', size)).toEqual([['size', SIZE_ERROR]])
  },
)

test.each([
  ['0', 0],
  ['999999', 999_999],
  ['007', 7],
])('a stock of “%s” is %i', (stock, units) => {
  expect(parse({ stock })).toMatchObject({ stock: units, problems: [] })
})

test.each(['-1', '1.5', '1000000', 'many'])('a stock of “%s” is refused', (stock) => {
  expect(problem('stock', stock)).toEqual([
    ['stock', 'Enter a whole number of units, such as 12, of at most 999,999.'],
  ])
})

test('categories, statuses, and yes or no are read in any case', () => {
  expect(parse({ category: 'tools & ACCESSORIES', status: 'Archived', featured: 'TRUE' }).draft).toEqual({
    category: 'Tools & Accessories',
    status: 'archived',
    featured: true,
  })
  expect(['yes', '1', 'No', 'false', '0'].map((featured) => parse({ featured }).draft.featured)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(problem('category', 'Shoes')).toEqual([
    ['category', 'Use one of these categories: Skincare, Makeup, Haircare, Fragrance, Tools & Accessories.'],
  ])
  expect(problem('status', 'hidden')).toEqual([['status', 'Use draft, published, or archived.']])
  expect(problem('featured', 'maybe')).toEqual([['featured', 'Use yes or no.']])
})

test('a list has one item per line, whatever the line endings, without empty ones', () => {
  expect(parse({ benefits: 'Soft\r\nCalm\r Warm \n\n\nBright\n' }).draft).toEqual({
    benefits: ['Soft', 'Calm', 'Warm', 'Bright'],
  })
})

test('every invalid cell of a row is reported', () => {
  const { problems } = parse({ price: 'x', size: 'x', stock: 'x', category: 'x', status: 'x', featured: 'x' })
  expect(problems.map(({ column }) => column)).toEqual([
    'category',
    'price',
    'status',
    'featured',
    'size',
    'stock',
  ])
})

test('a problem shows the start of its cell, without a character cut in half', () => {
  expect(previewCell('a\0b')).toBe('a\uFFFDb')
  expect(previewCell('x'.repeat(100))).toBe('x'.repeat(80))
  expect(previewCell(`${'x'.repeat(79)}🌹🌹`).isWellFormed()).toBe(true)
})
