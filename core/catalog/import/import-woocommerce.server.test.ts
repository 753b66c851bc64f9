import { fetchImportPictures } from '#core/catalog/import/pictures/fetch-import-pictures.server.ts'
import { startPictureServer } from '#test/http/picture-server.ts'
import { asAdmin, checkImportFile, rowProblems, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProductsBySlug } from '../admin-products.server.ts'

const HEADER =
  'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,Visibility in catalog,Short description,Description,In stock?,Stock,Weight (kg),Sale price,Regular price,Categories,Tags,Images,Parent,Position,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Cost of goods,Meta: _yoast_wpseo_title,Meta: _yoast_wpseo_metadesc'

const importFile = async (
  ...[ctx, rows, options]: [Parameters<typeof checkImportFile>[0], string, object?]
) => {
  const checked = await checkImportFile(ctx, `${HEADER}\n${rows}\n`, options)
  await runImport(ctx, checked.id)
  return checked
}

test('a WooCommerce export brings simple products with prices, weight, texts, tags, and pictures', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { url } = await startPictureServer()
  const row = `12,simple,OIL-1,4006381333931,Rose Oil,1,1,visible,<p>For slow evenings.</p>,<p>Cold &amp; pressed.</p>,1,7,0.12,"9,50",12.00,"Uncategorized, Face > Skincare, Sale","rose, oil","${url}/1.png, ${url}/2.png",,0,Size,30 ml,,,4.20,%%title%%,Soft rose.`
  const options = { category: null, fetchPictures: true }
  const { id, format, invalid } = await importFile(admin, row, options)
  expect([format, invalid]).toEqual(['woocommerce', 0])
  await fetchImportPictures(admin, id)
  expect((await findAdminProductsBySlug(ctx.db, ['rose-oil'])).get('rose-oil')).toMatchObject({
    name: 'Rose Oil',
    sku: 'OIL-1',
    barcode: '4006381333931',
    category: 'Skincare',
    status: 'published',
    featured: true,
    tagline: 'For slow evenings.',
    description: 'Cold & pressed.',
    price: 950,
    originalPrice: 1200,
    cost: 420,
    stock: 7,
    weight: 120,
    sizeQuantity: 30,
    keywords: ['rose', 'oil'],
    seoTitle: null,
    seoDescription: 'Soft rose.',
    images: [{}, {}],
  })
  expect(await checkImportFile(admin, `${HEADER}\n${row}\n`, options)).toMatchObject({
    unchanged: 1,
    pictures: { pending: 0 },
  })
})

test('variations become a family, wherever they are in the file, with their own pictures and their parent’s weight', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const rows = `20,variable,MIST,,Mist,1,0,visible,,,1,,0.2,,,Skincare,,"https://cdn.example/a.png",,0,Volume,"30 ml, 50 ml",,,,Mist,
21,simple,,,Comb,0,0,visible,,,1,,,,5,Skincare,,,,0,,,,,,,
22,variation,MIST-30,,Mist - 30 ml,1,0,visible,,,1,3,,,20,,,https://cdn.example/30.png,MIST,1,Volume,30 ml,,,,,
23,"variation, downloadable",MIST-50,,Mist - 50 ml,1,0,visible,,,1,4,,,30,,,,id:20,2,Volume,50 ml,,,,,`
  const { lines, created } = await importFile(admin, rows, { fetchPictures: true })
  expect(created).toBe(3)
  expect(lines.map(({ line, slug, pictures }) => [line, slug, pictures.count])).toEqual([
    [3, 'comb', 0],
    [4, 'mist-30-ml', 2],
    [5, 'mist-50-ml', 1],
  ])
  const products = await findAdminProductsBySlug(ctx.db, ['comb', 'mist-30-ml', 'mist-50-ml'])
  expect(products.get('comb')?.status).toBe('draft')
  expect(products.get('mist-50-ml')).toMatchObject({
    familyName: 'Mist',
    name: 'Mist, 50 ml',
    sku: 'MIST-50',
    price: 3000,
    stock: 4,
    weight: 200,
    seoTitle: 'Mist, 50 ml',
  })
})

test('attributes of variations are the options of a family', async ({ ctx }) => {
  const rows = `3,variable,B,,Balm,1,0,visible,,,1,,,,,Skincare,,,,0,Flavor,"Mint, Fig",,,,,
4,variation,B-1,,Balm - Mint,1,0,visible,,,1,,,,5,,,,B,1,Flavor,Mint,,,,,
5,variation,B-2,,Balm - Fig,1,0,visible,,,1,,,,5,,,,B,2,Flavor,Fig,,,,,`
  const admin = await asAdmin(ctx)
  const checked = await checkImportFile(admin, `${HEADER}\n${rows}\n`)
  await runImport(admin, checked.id)
  const products = await findAdminProductsBySlug(ctx.db, ['balm-mint', 'balm-fig'])
  expect([...products.values()].map(({ name }) => name).sort()).toEqual(['Balm, Fig', 'Balm, Mint'])
  expect(products.get('balm-mint')?.familyOptions).toMatchObject({
    options: ['option1'],
    optionSettings: { option1: { name: 'Flavor' } },
  })
})

test('what can’t be imported is named by its own columns', async ({ ctx }) => {
  const rows = `1,grouped,,,Set,1,0,visible,,,1,,,,5,Skincare,,,,0,,,,,,,
2,variation,A-1,,Lost,1,0,visible,,,1,,,,5,,,,MISSING,0,Size,30 ml,,,,,
6,simple,,,Free,1,0,visible,,,1,,,,,Skincare,,,,0,,,,,,,`
  const admin = await asAdmin(ctx)
  const checked = await checkImportFile(admin, `${HEADER}\n${rows}\n`)
  expect(rowProblems(checked).map(([line, column]) => [line, column])).toEqual([
    [2, 'Type'],
    [3, 'Parent'],
    [4, 'price'],
  ])
})

test('two products with the same name get slugs of their own, the same in every upload', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const rows = `1,simple,A,,Comb,1,0,visible,,,1,,,,5,Skincare,,,,0,,,,,,,
2,simple,B,,Comb,1,0,visible,,,1,,,,6,Skincare,,,,0,,,,,,,`
  await importFile(admin, rows)
  expect([...(await findAdminProductsBySlug(ctx.db, ['comb', 'comb-b'])).keys()].toSorted()).toEqual([
    'comb',
    'comb-b',
  ])
  expect(await checkImportFile(admin, `${HEADER}\n${rows}\n`)).toMatchObject({ unchanged: 2 })
})

test('a hidden product isn’t published, also in a file in British English', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file = (heading: string) =>
    `Type,Name,Published,${heading},Regular price,Categories\nsimple,Oil,1,hidden,9,Skincare\n`
  for (const ending of ['', 'ue']) {
    const heading = `Visibility in catalog${ending}`
    const { notes, columns } = await checkImportFile(admin, file(heading))
    expect(columns).toEqual([])
    // A draft needs no photo.
    expect(notes.join()).not.toContain('no photo')
  }
})
