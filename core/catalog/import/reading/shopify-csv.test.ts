import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namedCategories } from '#test/categories.ts'
import { fromShopifyRow, isShopifyHeader, type ShopifyRow, shopifyColumns } from './shopify-csv.ts'

const read = (row: ShopifyRow, category: string | null = null, createsMissing = false) =>
  fromShopifyRow(
    { handle: 'rose-oil', title: 'Rose Oil', ...row },
    { categories: namedCategories, category, createsMissing },
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
    'SEO Title',
    'Cost per item',
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
    'SEO title',
    'Cost per item',
  ]
  expect(shopifyColumns(since)).toEqual(shopifyColumns(before))
  expect(shopifyColumns(['Variant Fulfillment Service', 'Price'])).toEqual([undefined, 'price'])
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

  test.each([
    [{ type: 'Body Oil' }, 'Skincare'],
    [{ type: 'Eye creams' }, 'Skincare'],
    [{ type: 'Eau de Toilette' }, 'Fragrance'],
    [{ type: 'Make-up Sponges' }, 'Tools & Accessories'],
    [{ type: 'Eye Shadow Palette' }, 'Makeup'],
    [{ type: 'Shampoo & Conditioner' }, 'Haircare'],
    [
      { type: 'No. 4', category: 'Health & Beauty > Personal Care > Cosmetics > Bath & Body > Bar Soap' },
      'Skincare',
    ],
    [{ category: 'Health & Beauty > Personal Care > Cosmetics > Nail Care' }, 'Makeup'],
    [
      { category: 'Health & Beauty > Personal Care > Hair Care > Hair Styling Tools > Brushes' },
      'Tools & Accessories',
    ],
    [
      { type: 'Vitamin C Serum', category: 'Health & Beauty > Personal Care > Cosmetics > Skin Care' },
      'Skincare',
    ],
  ] as const)('with the beauty words of %o is in %s', (row, category) => {
    expect(read(row).category).toBe(category)
  })

  test.each([
    { type: 'Shirts' },
    { type: 'Bodysuit' },
    { type: 'Body Jewelry' },
    { type: 'Full-face Helmet' },
    { type: 'Scented Candle' },
    { type: 'Candle, Fig scent' },
    { type: 'Home Fragrance' },
    { type: 'Ice Cream' },
    { type: 'Motor Oil' },
    { type: 'Toolbox' },
    { type: 'Tools' },
    { type: 'Accessories' },
    { type: 'Wall Mirror' },
    { type: 'Masks' },
    { type: 'Jackets', category: 'Apparel & Accessories > Clothing > Outerwear > Coats & Jackets' },
    { category: 'Apparel & Accessories > Jewelry > Body Jewelry' },
    { category: 'Apparel & Accessories > Clothing Accessories > Hair Accessories' },
    { category: 'Home & Garden > Decor > Home Fragrances > Candles' },
    { type: 'Body Oil', category: 'Home & Garden > Lighting > Oil Lamps' },
    { type: 'Serum', category: 'Apparel & Accessories' },
    { category: 'Health & Beauty > Jewelry Cleaning & Care > Jewelry Cleaning Tools' },
  ])('with %o is in no category by loose words', ({ type, category }) => {
    const row = { ...(type && { type }), ...(category && { category }) }
    expect(read(row, 'Fragrance').category).toBe('Fragrance')
    expect(read(row).category).toBe(type ?? category)
  })

  test('is guessed to be in no category if one word of its type is of something else', () => {
    const beauty = fc.constantFrom(
      'hair',
      'perfume',
      'brush',
      'lip',
      'skin',
      'serum',
      'body',
      'oil',
      'cream',
      'care',
    )
    const other = fc.constantFrom('shirt', 'jacket', 'candle', 'necklace', 'mug', 'scent', 'soy', 'lamp')
    fc.assert(
      fc.property(
        fc.array(beauty, { maxLength: 3 }),
        other,
        fc.array(beauty, { maxLength: 3 }),
        (before, word, after) => {
          const type = [...before, word, ...after].join(' ')
          expect(read({ type }).category).toBe(type)
        },
      ),
    )
  })

  test('is in the category that its type or the end of its path names, by a former name too', () => {
    const categories = [{ name: 'Color', slug: 'color-cosmetics', formerNames: ['makeup'] }]
    for (const row of [
      { type: 'MAKEUP' },
      { type: 'color-cosmetics' },
      { category: 'Health & Beauty > Personal Care > Cosmetics > Makeup' },
    ])
      for (const createsMissing of [false, true])
        expect(fromShopifyRow(row, { categories, category: 'Color', createsMissing }).category).toBe('Color')
  })

  test.each([
    [{ type: 'Candles', category: 'Home & Garden > Decor > Home Fragrances > Candles' }, 'Candles'],
    [{ type: 'Lip Balm', category: 'Health & Beauty > Personal Care > Cosmetics > Makeup' }, 'Lip Balm'],
    [{ type: 'Soy wax', category: 'Health & Beauty > Personal Care > Cosmetics > Skin Care' }, 'Soy wax'],
    [{ category: 'Home & Garden > Decor>Candles' }, 'Home & Garden > Decor > Candles'],
    [{ category: 'Health & Beauty > Personal Care > Cosmetics > Skin Care' }, 'Skincare'],
    [
      { category: 'Health & Beauty > Personal Care > Oral Care' },
      'Health & Beauty > Personal Care > Oral Care',
    ],
    [{ type: ' ' }, 'Fragrance'],
  ])('with %o is in %s, if the import creates missing categories', (row, category) => {
    expect(read(row, 'Fragrance', true).category).toBe(category)
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

  test('has its cost and its texts for search engines', () => {
    expect(read({ cost: '12.50', seoTitle: 'Rose oil', seoDescription: 'Cold-pressed.' })).toMatchObject({
      cost: '12.50',
      seo_title: 'Rose oil',
      seo_description: 'Cold-pressed.',
    })
    expect(read({ cost: '0.00' }).cost).toBe('')
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
