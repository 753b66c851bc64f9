import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseForm } from '../errors.ts'
import { ProductDraft, slugify } from './product-draft.ts'
import { EMPTY_DRAFT } from './product-fields.ts'
import { diffDrafts } from './save-product.server.ts'

const draft: ProductDraft = { ...EMPTY_DRAFT, category: 'Skincare', name: 'Rose Oil', price: 3200 }

function fieldErrors(changes: object): Record<string, string> | undefined {
  try {
    parseForm(ProductDraft, { ...draft, ...changes })
  } catch (error) {
    return (error as { fields: Record<string, string> }).fields
  }
}

describe('the longest text that a product accepts', () => {
  test.for([
    ['name', 200],
    ['brand', 100],
    ['tagline', 200],
    ['description', 10_000],
  ] as const)('in its %s is %i characters', ([field, limit]) => {
    expect(fieldErrors({ [field]: 'x'.repeat(limit) })).toBeUndefined()
    expect(fieldErrors({ [field]: ` ${'x'.repeat(limit)} ` })).toBeUndefined()
    expect(fieldErrors({ [field]: 'x'.repeat(limit + 1) })).toEqual({
      [field]: `Use at most ${limit} characters.`,
    })
  })

  test.for(['benefits', 'ingredients', 'howToUse', 'keywords'] as const)(
    'in its %s is 60 lines of 500 characters',
    (field) => {
      expect(fieldErrors({ [field]: Array(60).fill('x'.repeat(500)) })).toBeUndefined()
      expect(fieldErrors({ [field]: Array(61).fill('x') })).toEqual({ [field]: 'Use at most 60 lines.' })
      expect(fieldErrors({ [field]: ['x'.repeat(501)] })).toEqual({
        [field]: 'Use at most 500 characters.',
      })
    },
  )
})

describe('prices', () => {
  test('are whole cents from $0.01 to $99,999,999.99', () => {
    for (const price of [1, 99_999_999_99]) expect(fieldErrors({ price })).toBeUndefined()
    expect(fieldErrors({ price: 1.5 })).toEqual({ price: 'Enter an amount such as 68.00.' })
    expect(fieldErrors({ price: Number.NaN })).toEqual({ price: 'Enter an amount such as 68.00.' })
    expect(fieldErrors({ price: -1 })).toEqual({ price: 'Enter a price greater than zero.' })
    expect(fieldErrors({ price: 99_999_999_99 + 1 })).toEqual({
      price: 'Enter a price of at most $99,999,999.99.',
    })
  })

  test('are lower than the compare-at price, if there is one', () => {
    expect(fieldErrors({ originalPrice: null })).toBeUndefined()
    expect(fieldErrors({ originalPrice: 3201 })).toBeUndefined()
    const message = 'The compare-at price must be higher than the price. Leave it empty if there is none.'
    for (const originalPrice of [3200, 1])
      expect(fieldErrors({ originalPrice })).toEqual({ originalPrice: message })
  })
})

describe('a size', () => {
  test('has a quantity and a unit, or neither', () => {
    expect(fieldErrors({ sizeQuantity: 30, sizeUnit: 'ml' })).toBeUndefined()
    const bothMessage = { sizeQuantity: 'Enter both a size and a unit.' }
    expect(fieldErrors({ sizeQuantity: 30 })).toEqual(bothMessage)
    expect(fieldErrors({ sizeUnit: 'g' })).toEqual(bothMessage)
    expect(fieldErrors({ sizeQuantity: 8, sizeUnit: 'fl oz' })).toBeUndefined()
    for (const sizeUnit of ['12', 'ml 2', '<b>', 'x'.repeat(21)])
      expect(fieldErrors({ sizeQuantity: 1, sizeUnit })).toEqual({ sizeUnit: expect.any(String) })
  })

  test('is from 0.01 to 99,999', () => {
    const sizeError = (sizeQuantity: number) => fieldErrors({ sizeQuantity, sizeUnit: 'ml' })?.sizeQuantity
    expect([0.01, 7.5, 99_999].map(sizeError)).toEqual([undefined, undefined, undefined])
    // The database rounds to hundredths.
    expect([0, -1, 0.004].map(sizeError)).toEqual(Array(3).fill('Enter a size greater than zero.'))
    expect(sizeError(100_000)).toBe('Enter a size of at most 99,999.')
  })
})

test('a line break in a list item starts another item, and empty items are dropped', () => {
  const { benefits } = parseForm(ProductDraft, {
    ...draft,
    benefits: ['Soft\r\n Calm', ' ', 'Warm\n\n\nBright', ''],
  })
  expect(benefits).toEqual(['Soft', 'Calm', 'Warm', 'Bright'])
})

test('each invalid field has one error, and all of them are reported at once', () => {
  expect(fieldErrors({ name: '', price: 0, category: '', status: 'hidden', brand: '\0' })).toEqual({
    name: 'Enter a name.',
    price: 'Enter a price greater than zero.',
    category: 'Choose a category.',
    status: 'Use draft, published, or archived.',
    brand: 'This text contains a character that can’t be saved. Remove it.',
  })
})

test('the difference between two drafts has only the changed fields, before and after', () => {
  const edited = { ...draft, price: 3400, benefits: ['Soft'] }
  expect(diffDrafts(draft, edited)).toEqual({
    before: { price: 3200, benefits: [] },
    after: { price: 3400, benefits: ['Soft'] },
  })
  expect(diffDrafts(draft, { ...draft })).toEqual({ before: {}, after: {} })
})

describe('a slug', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('a', 'É', ' ', '-', '&', '玫', '0'), maxLength: 200 }),
  )

  test('has only lowercase letters, digits, and single hyphens between them, and at most 80 characters', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(slugify(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slugify(name).length).toBeLessThanOrEqual(80)
      }),
    )
  })

  test('of a slug is the same slug', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(slugify(slugify(name))).toBe(slugify(name))
      }),
    )
  })

  test.each([
    ['Crème Brûlée Balm', 'creme-brulee-balm'],
    ['L’Été № 5', 'l-ete-no-5'],
    ['ﬁne ﬂowers', 'fine-flowers'],
    ['--Rose--', 'rose'],
    ['!!!', 'product'],
    [`${'a'.repeat(79)} rose`, 'a'.repeat(79)],
  ])('of “%s” is %s', (name, slug) => {
    expect(slugify(name)).toBe(slug)
  })
})
