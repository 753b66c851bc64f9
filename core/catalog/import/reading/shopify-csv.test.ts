import { describe, expect, test } from 'vitest'
import { INITIAL_CATEGORIES } from '#core/catalog/categories/category.ts'
import { fromShopifyRow, isShopifyHeader, type ShopifyRow, shopifyColumns } from './shopify-csv.ts'

const read = (row: ShopifyRow, category: string | null = null) =>
  fromShopifyRow(
    { handle: 'rose-oil', title: 'Rose Oil', ...row },
    { categories: INITIAL_CATEGORIES, category },
  )

test('a Shopify export is recognized by its headings before and since 2025', () => {
  expect(isShopifyHeader(['Handle', 'Title', 'Body (HTML)'])).toBe(true)
  expect(isShopifyHeader([' URL handle ', 'TITLE'])).toBe(true)
  expect(isShopifyHeader(['Handle', 'Name'])).toBe(false)
  expect(isShopifyHeader(['slug', 'title'])).toBe(false)
})

test('columns have the same meaning under both names, and unknown ones are skipped', () => {
  const before = [
    'Variant Price',
    'Variant Compare At Price',
    'Variant Inventory Qty',
    'Published',
    'Image Src',
    'Variant SKU',
    'Variant Barcode',
    'Variant Grams',
  ]
  const since = [
    'Price',
    'Compare-at price',
    'Inventory quantity',
    'Published on online store',
    'Product image URL',
    'SKU',
    'Barcode',
    'Weight value (grams)',
  ]
  expect(shopifyColumns(since)).toEqual(shopifyColumns(before))
  expect(shopifyColumns(['Variant Tax Code', 'Price'])).toEqual([undefined, 'price'])
})

describe('a product', () => {
  test.each([
    [{ status: 'active', published: 'TRUE' }, 'published'],
    [{ published: 'true' }, 'published'],
    [{ status: '' }, 'published'],
    [{ status: 'active', published: 'false' }, 'draft'],
    [{ status: 'draft', published: 'true' }, 'draft'],
    [{ status: 'Archived', published: 'true' }, 'archived'],
    [{ status: 'unlisted' }, 'draft'],
  ] as const)('with %o is %s', (row, status) => {
    expect(read(row).status).toBe(status)
  })

  test.each([
    [{ type: 'haircare' }, 'Haircare'],
    [{ type: 'Lipstick' }, 'Makeup'],
    [{ type: 'Eau de Parfum' }, 'Fragrance'],
    [{ type: 'Makeup Brush' }, 'Tools & Accessories'],
    [{ category: 'Health & Beauty > Personal Care > Cosmetics > Skin Care' }, 'Skincare'],
    [{ category: 'Health & Beauty > Cosmetics > Something' }, 'Makeup'],
    [{ type: 'Serum', category: 'Hair Care' }, 'Skincare'],
  ] as const)('with %o is in %s', (row, category) => {
    expect(read(row, 'Fragrance').category).toBe(category)
  })

  test('of an unknown type is in the category that the owner chose for the file', () => {
    expect(read({ type: 'Gadget' }, 'Makeup').category).toBe('Makeup')
    expect(read({ type: 'Gadget' }).category).toBe('Gadget')
  })

  test.each([
    ['60.00', '60.00'],
    ['48.00', ''],
    ['0', ''],
    ['', ''],
    ['40', ''],
  ])('for 48.00 that was %j has the compare-at price %j', (before, originalPrice) => {
    expect(read({ price: '48.00', before }).original_price).toBe(originalPrice)
  })

  test('that was oversold has no stock', () => {
    expect(read({ stock: '-2' }).stock).toBe('0')
    expect(read({ stock: '12' }).stock).toBe('12')
  })

  test('has a size only in ml or g', () => {
    expect(read({ measure: '30.0', unit: 'ml' }).size).toBe('30 ml')
    expect(read({ measure: '1', unit: 'oz' })).not.toHaveProperty('size')
    expect(read({ unit: 'ml' })).not.toHaveProperty('size')
  })

  test('has its SKU and barcode without the apostrophe before digits, and its weight in whole grams', () => {
    expect(read({ sku: "'SL-01", barcode: "'4006381333931", grams: '12.4' })).toMatchObject({
      sku: 'SL-01',
      barcode: '4006381333931',
      weight: '13',
    })
    expect(read({ grams: '0.0' }).weight).toBe('')
  })

  test('has a slug from its handle, and one keyword per tag', () => {
    expect(read({ handle: 'Rose_Oil', tags: 'rose, night' })).toMatchObject({
      slug: 'rose-oil',
      keywords: 'rose\n night',
    })
  })

  test('has no cell for a column that the export doesn’t have', () => {
    expect(Object.keys(read({})).toSorted()).toEqual(['category', 'name', 'slug', 'status'])
  })
})
