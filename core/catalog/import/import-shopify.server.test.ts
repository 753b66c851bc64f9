import { describe } from 'vitest'
import type { Context } from '#core/context.ts'
import { everyPage } from '#core/pagination.ts'
import { buildFamily } from '#test/families.ts'
import { asAdmin, checkImportFile, rowProblems, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProductsBySlug, listAdminProducts } from '../admin-products.server.ts'
import { listAdminFamilies } from '../families/admin-families.server.ts'
import { shopifyExport } from './reading/shopify-export.fixture.ts'

const SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Barcode'

test('a realistic Shopify export of 40 products with 260 variants becomes families and products', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const file = shopifyExport()
  const checked = await checkImportFile(admin, file, { takeStock: true })
  expect(checked).toMatchObject({ format: 'shopify', rows: 260, created: 260, invalid: 0 })
  await runImport(admin, checked.id)
  const families = await everyFamily(admin)
  expect(families).toHaveLength(28)
  expect(families.reduce((sum, { members }) => sum + members, 0)).toBe(248)
  const slugs = [
    'satin-lipstick-3-mulberry',
    'rose-no-2-eau-de-parfum-50-ml',
    'silk-foundation-1-shade-7-30-ml',
    'petal-mist-1',
  ]
  const products = await findAdminProductsBySlug(ctx.db, slugs)
  expect(products.get('satin-lipstick-3-mulberry')).toMatchObject({
    name: 'Satin Lipstick 3, Mulberry',
    familySlug: 'satin-lipstick-3',
    shadeName: 'Mulberry',
    description: '',
    familyText: { description: 'Soft & calm.' },
    brand: 'Maison Rosier',
    category: 'Makeup',
    position: 4,
    price: 3800,
    stock: 4,
    weight: 12,
    status: 'draft',
  })
  expect(products.get('petal-mist-1')).toMatchObject({
    familyId: null,
    name: 'Petal Mist 1',
    description: 'Soft & calm.',
  })
  expect(await checkImportFile(admin, file, { takeStock: true })).toMatchObject({
    unchanged: 260,
    changed: 0,
    created: 0,
    invalid: 0,
  })
})

test('cost and texts for search engines are imported, and each variant has a title of its own', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const file = `Handle,Title,Type,Option1 Name,Option1 Value,Variant Price,Cost per item,SEO Title,SEO Description,Tags
rose,Rose,Perfume,Size,30 ml,48,12.5,Rose perfume,Soft rose.,"rose, evening"
rose,,,,50 ml,70,18,,,
`
  await runImport(admin, (await checkImportFile(admin, file)).id)
  const products = await findAdminProductsBySlug(ctx.db, ['rose-30-ml', 'rose-50-ml'])
  expect(products.get('rose-50-ml')).toMatchObject({
    cost: 1800,
    seoTitle: 'Rose perfume, 50 ml',
    seoDescription: 'Soft rose.',
    keywords: ['rose', 'evening'],
  })
  expect(products.get('rose-30-ml')).toMatchObject({ cost: 1250, seoTitle: 'Rose perfume, 30 ml' })
  expect(await checkImportFile(admin, file)).toMatchObject({ unchanged: 2 })
})

test('products whose handles are in another script, or long, are imported each under an address of its own', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const long = 'light-stroller-'.repeat(6)
  const file = `Handle,Title,Type,Option1 Name,Option1 Value,Variant Price
لوشن-العنود,لوشن العنود,Skin,,,9
玫瑰水,玫瑰水,Skin,,,9
${long}a,One,Skin,Color,Fig,9
${long}a,,,,Plum,9
${long}b,Two,Skin,,,9
`
  const { id, created, lines } = await checkImportFile(admin, file)
  expect(created).toBe(5)
  expect(lines.map(({ slug }) => slug)).toEqual([
    expect.stringMatching(/^product-[0-9a-f]{6}$/),
    expect.stringMatching(/^product-[0-9a-f]{6}$/),
    `${long}a-fig`,
    `${long}a-plum`,
    `${long}b`,
  ])
  await runImport(admin, id)
  expect(await checkImportFile(admin, file)).toMatchObject({ unchanged: 5 })
})

async function everyFamily(admin: Context) {
  const families = []
  for await (const rows of everyPage({}, (page) => listAdminFamilies(admin, page))) families.push(...rows)
  return families
}

test('colors become shades and volumes sizes, and what tells no products apart is skipped', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const file = `${SHOPIFY}
rose,Rose,,Orchard,Perfume,Volume,1.7 oz / 50 ml,,,R-50,200,3,90,
rose,,,,,,100ML,,,R-100,380,1,140,
balm,Balm,,Orchard,Lip balm,Shade name,وردي,Size,5 g,,,1,9,
balm,,,,,,Rose 🌹,,5 g,,,1,9,
comb,Comb,,Orchard,Hair,Title,Default Title,,,,,2,12,4006381333931
`
  const { id } = await checkImportFile(admin, file)
  expect(await runImport(admin, id)).toMatchObject({ created: 5, invalid: 0 })
  const names = (await listAdminProducts(admin, { sort: 'name' })).rows.map(({ name }) => name)
  expect(names).toEqual(['Balm, Rose 🌹', 'Balm, وردي', 'Comb', 'Rose, 100 ml', 'Rose, 50 ml'])
  expect(await checkImportFile(admin, file)).toMatchObject({ unchanged: 5 })
})

test('up to three options of any name are those of the family, in order, and shades get the color of their name', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const file = `Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant Price
tee,Tee,Orchard,Hair,Size,Small,Tone,Rose Gold,Fabric,Silk,50
tee,,,,,Large,,Rose Gold,,Silk,50
tee,,,,,Large,,Moonlight,,Linen,55
candle,Candle,Orchard,Perfume,Scent,Fig,Size,8 oz,Wax,Soy,40
candle,,,,,Cedar,,12 oz,,Soy,52
`
  const checked = await checkImportFile(admin, file)
  expect(checked).toMatchObject({ created: 5, invalid: 0 })
  expect(checked.notes).toEqual(
    expect.arrayContaining([
      'The colors of 2 shades were guessed from the name. Check them in the family.',
      '1 shade has no color, and its name doesn’t tell one. Enter the color in the family.',
      'Skipped 1 option: “Wax Soy”. It tells no products apart.',
    ]),
  )
  expect(await runImport(admin, checked.id)).toMatchObject({ created: 5, invalid: 0 })
  const { rows } = await listAdminProducts(admin, { sort: 'name' })
  expect(rows.map(({ name, shadeColor }) => [name, shadeColor])).toEqual([
    ['Candle, Cedar, 12 oz', null],
    ['Candle, Fig, 8 oz', null],
    ['Tee, Large, Moonlight, Linen', null],
    ['Tee, Large, Rose Gold, Silk', '#c9a24e'],
    ['Tee, Small, Rose Gold, Silk', '#c9a24e'],
  ])
  const families = await everyFamily(admin)
  expect(families.find(({ name }) => name === 'Tee')).toMatchObject({
    options: ['option1', 'shade', 'option2'],
    optionSettings: { shade: { name: 'Tone' }, option1: { name: 'Size' }, option2: { name: 'Fabric' } },
  })
  expect(await checkImportFile(admin, file)).toMatchObject({ unchanged: 5 })
})

test('a product without a type is refused, unless the owner chose a category for such rows', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const file = `${SHOPIFY}\nshirt,Shirt,,Orchard,,,,,,,,1,5,\ntote,Tote,,Orchard,,Color,Sand,,,,,1,5,\ntote,,,,,,Fig,,,,,1,5,\n`
  const noCategory =
    'This product has no category. Enter one, or upload the file again with a category for unmatched rows.'
  expect(rowProblems(await checkImportFile(admin, file, { category: null }))).toEqual([
    [2, 'category', noCategory],
    [3, 'category', noCategory],
    [4, 'family', expect.stringContaining('Fix line 3')],
  ])
  const { id, invalid } = await checkImportFile(admin, file, { category: 'Fragrance' })
  expect(invalid).toBe(0)
  await runImport(admin, id)
  const products = await findAdminProductsBySlug(ctx.db, ['shirt', 'tote-sand', 'tote-fig'])
  expect([...products.values()].map(({ category }) => category)).toEqual([
    'Fragrance',
    'Fragrance',
    'Fragrance',
  ])
  // An existing product has a category.
  expect(await checkImportFile(admin, file, { category: null })).toMatchObject({ unchanged: 3, invalid: 0 })
})

describe('a family of a Shopify export is refused whole', () => {
  const check = async (ctx: Context, lines: string) =>
    checkImportFile(await asAdmin(ctx), `${SHOPIFY}\n${lines}\nmoss,Moss,,Orchard,Hair,,,,,,,1,5,\n`)

  test('if its options change between lines', async ({ ctx }) => {
    const checked = await check(ctx, 'rose,Rose,,O,Lip,Shade,Fig,,,,,3,9,\nrose,,,,,Scent,Plum,,,,,1,9,')
    expect(rowProblems(checked)).toEqual([
      [2, 'family', expect.stringContaining('Fix line 3')],
      [
        3,
        'Option1 Name',
        'Line 2 names this option “Shade”. All variants of a product have the same options.',
      ],
    ])
  })

  test('with two variants of the same shade', async ({ ctx }) => {
    const checked = await check(ctx, 'rose,Rose,,O,Lip,Shade,Fig,,,,,3,9,\nrose,,,,,,FIG,,,,,1,9,')
    expect(rowProblems(checked)).toEqual([
      [2, 'family', expect.stringContaining('Fix line 3')],
      [3, 'shade', 'Line 2 already has this shade. Each product of a family has its own.'],
    ])
  })

  test('with more than 200 shades', async ({ ctx }) => {
    const lines = Array.from(
      { length: 500 },
      (_, n) => `rose,${n ? '' : 'Rose'},,,Lip,${n ? '' : 'Shade'},Shade ${n},,,,,3,9,`,
    )
    const checked = await check(ctx, lines.join('\n'))
    expect(checked).toMatchObject({ invalid: 500, created: 1 })
    expect(rowProblems(checked)[0]?.[2]).toBe(
      'A family can have up to 200 products. This one would have 500.',
    )
  })

  test('if another line or product has its SKU or barcode', async ({ ctx }) => {
    await buildFamily(ctx, { members: [{ shadeName: 'Fig', sku: 'TAKEN' }] })
    const checked = await check(
      ctx,
      'rose,Rose,,O,Lip,Shade,Fig,,,TAKEN,,3,9,\nrose,,,,,,Plum,,,R-1,,1,9,4006381333931\nrose,,,,,,Mulberry,,,R-2,,1,9,4006381333931',
    )
    expect(rowProblems(checked)).toEqual([
      [2, 'sku', `The product “${await onlySlug(ctx)}” already has it. Each belongs to one product.`],
      [3, 'family', expect.stringContaining('Fix line 2')],
      [4, 'barcode', 'Line 3 already has it. Each belongs to one product.'],
    ])
  })
})

const onlySlug = async (ctx: Context) =>
  (await listAdminProducts(await asAdmin(ctx), {})).rows.map(({ slug }) => slug).join()
