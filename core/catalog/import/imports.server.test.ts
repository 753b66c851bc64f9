import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { everyPage } from '#core/pagination.ts'
import { execute, query } from '#db/sql.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { asAdmin, checkImportFile, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProductsBySlug, listAdminProducts } from '../admin-products.server.ts'
import { EMPTY_DRAFT } from '../product-fields.ts'
import { createProduct, duplicateProduct } from '../save-product.server.ts'
import { escapeFormula } from './csv-cell.ts'
import { PRODUCT_COLUMNS, productCells } from './product-csv.ts'
import { startImport } from './start-import.server.ts'

const PriceChange = z.strictObject({ price: z.int() })

const problemCells = ({ lines }: Awaited<ReturnType<typeof checkImportFile>>) =>
  lines
    .filter(({ kind }) => kind === 'invalid')
    .map(({ line, problems }) => [line, ...problems.map(({ column }) => column)])

test('a check changes no product, and reports what each row would do and which cells are invalid', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  await buildProduct(ctx, { slug: 'rose-oil', name: 'Rose Oil', price: 4800 })
  await buildProduct(ctx, { slug: 'linden-balm', name: 'Linden Balm', price: 3200 })
  const checked = await checkImportFile(
    admin,
    `slug,name,price,category,stock,scent
rose-oil,Rose Oil,52.00,,,red
linden-balm,Linden Balm,32,skincare,7,
new-mist,"New
Mist",12.5,Fragrance,3,
,=cmd()|calc,9,Makeup,,
a,A,1e3,Skincare,,
b,B,-0,Skincare,,
c,C,0.001,Skincare,,
d,D,٣,Skincare,,
e,E,123456789012,Skincare,,
f,,5,Shoes,-2,
rose-oil,Again,5,,,
Not A Slug,G,5,,,
h,H,5
`,
  )
  expect(problemCells(checked)).toEqual([
    [7, 'price'],
    [8, 'price'],
    [9, 'price'],
    [10, 'price'],
    [11, 'price'],
    [12, 'category', 'stock', 'name'],
    [13, 'slug'],
    [14, 'slug'],
    [15, ''],
  ])
  expect(checked).toMatchObject({
    rows: 13,
    created: 2,
    changed: 1,
    unchanged: 1,
    invalid: 9,
    encoding: 'utf-8',
  })
  expect(checked.notes).toEqual([expect.stringContaining('“scent”')])
  expect(checked.lines[0]).toMatchObject({ line: 2, before: { price: 4800 }, after: { price: 5200 } })
  expect(checked.lines.find(({ line }) => line === 6)).toMatchObject({
    slug: 'cmd-calc',
    name: '=cmd()|calc',
  })
  expect((await listAdminProducts(admin, {})).rows).toHaveLength(2)

  await runImport(admin, checked.id)
  const products = await findAdminProductsBySlug(ctx.db, ['rose-oil', 'linden-balm', 'new-mist', 'cmd-calc'])
  expect(products.get('rose-oil')).toMatchObject({ price: 5200, edition: 2, stock: 10 })
  expect(products.get('linden-balm')).toMatchObject({ edition: 1, stock: 10 })
  expect(products.get('new-mist')).toMatchObject({ name: 'New\nMist', stock: 3, status: 'draft' })
  expect(products.get('cmd-calc')).toMatchObject({ name: '=cmd()|calc', price: 900 })
  const audit = await query(
    ctx.db,
    z.strictObject({ action: z.string(), before: PriceChange, after: PriceChange }),
  )`
    select action, before, after from audit_entries where subject = ${products.get('rose-oil')?.id ?? ''}`
  expect(audit).toEqual([{ action: 'product-changed', before: { price: 4800 }, after: { price: 5200 } }])
  await runImport(admin, checked.id)
  expect((await findAdminProductsBySlug(ctx.db, ['rose-oil'])).get('rose-oil')?.edition).toBe(2)
  await expect(startImport(admin, 'none')).rejects.toMatchObject({ code: 'not_found' })
  await expect(startImport(ctx, checked.id)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an exported file imports without changes', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const odd = {
    ...EMPTY_DRAFT,
    category: 'Skincare',
    name: '=cmd("x"),;',
    tagline: "'=x",
    description: 'One\r\nTwo\rThree "four"\n\n-5',
    price: 1,
    originalPrice: 99_999_999_99,
    sizeQuantity: 7.5,
    sizeUnit: 'ml' as const,
    benefits: ['@one', 'two, "three"', '-'],
    keywords: ['Grüße', '玫瑰'],
    featured: true,
  }
  await createProduct(admin, odd)
  const { id: longSlug } = await createProduct(admin, {
    ...EMPTY_DRAFT,
    category: 'Skincare',
    name: 'Rose'.repeat(40),
    price: 1,
  })
  await duplicateProduct(admin, longSlug)
  for (let n = 0; n < 5; n++) await buildProduct(ctx, { stock: n })
  const cells = []
  for await (const rows of everyPage({}, (page) => listAdminProducts(admin, page)))
    cells.push(...rows.map((row) => productCells(row, 'https://store.example').map(escapeFormula)))
  const file = `\uFEFF${stringify([PRODUCT_COLUMNS, ...cells] as never, { quoted_match: /\r/ })}`
  expect(file).toContain(`"'=cmd(""x""),;"`)
  expect(await checkImportFile(admin, file, { takeStock: true })).toMatchObject({ rows: 8, unchanged: 8 })
  await execute(ctx.db)`update products set tagline = tagline || ' x', description = ''`
  const { id, changed } = await checkImportFile(admin, file)
  expect(changed).toBe(8)
  await runImport(admin, id)
  expect(await checkImportFile(admin, file)).toMatchObject({ unchanged: 8 })
})

test('any encoding and delimiter is read, and a file that isn’t a table is rejected with a reason', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const german = 'slug;name;price\ncreme;Crème brûlée € – “é”;12,50\n'
  const latin = Buffer.from(
    german.replaceAll('€', '\x80').replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'),
    'latin1',
  )
  for (const [file, encoding] of [
    [latin, 'windows-1252'],
    [Buffer.from(`\uFEFF${german}`), 'utf-8'],
    [Buffer.from(`\uFEFF${german.replaceAll(';', '\t')}`, 'utf16le'), 'utf-16le'],
    [german.replaceAll(';', ',').replace('12,50', '"12,50"').replaceAll('\n', '\r\n'), 'utf-8'],
  ] as const) {
    const checked = await checkImportFile(admin, file)
    expect(checked).toMatchObject({ created: 1, encoding })
    expect(checked.lines[0]).toMatchObject({ name: 'Crème brûlée € – “é”', after: { price: 1250 } })
  }
  for (const [file, reason] of [
    ['', 'This file has none'],
    ['PK\u0003\u0004 sheet1.xml', 'a workbook, not a CSV'],
    ['a,b\n1,2', 'This one has “a”, “b”'],
    ['slug,price,Price\nx,1,2', 'appears twice'],
  ])
    await expect(checkImportFile(admin, file ?? '')).rejects.toThrow(reason ?? '')
  await expect(checkImportFile(admin, new Uint8Array(21 * 1024 * 1024))).rejects.toMatchObject({
    code: 'too_large',
  })
  await expect(checkImportFile(ctx, 'slug\nx')).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await checkImportFile(admin, 'slug,name,price\nnul,a\0b,1\na\0b,x,1\n,,1\n')).invalid).toBe(3)
})

test('a Shopify export becomes one product per variant, with plain text and notes on what was skipped', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const head =
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Status'
  const file = `${head}
rose_serum,Rose Serum,"<p>Soft &amp; <b>calm</b>.</p><ul><li>Day</li><li>Night</li></ul><script>x()</script>",Orchard,Health & Beauty > Personal Care > Cosmetics > Skin Care,,"rose, night",TRUE,Size,30 ml,12,48.00,60.00,https://cdn.example/1.jpg,1,Bottle,active
rose_serum,,,,,,,,,50 ml,4,70.00,,https://cdn.example/2.jpg,2,,
rose_serum,,,,,,,,,,,,,https://cdn.example/3.jpg,3,,
mystery,Mystery,,Orchard,,Gadget,,FALSE,Title,Default Title,-2,10,0,,,,draft
oud,Oud,,Orchard,,Perfume,,TRUE,Title,Default Title,,10,10,,,,archived
`
  const checked = await checkImportFile(admin, file, { category: null })
  expect(checked).toMatchObject({ format: 'shopify', rows: 4, created: 3, invalid: 1 })
  expect(problemCells(checked)).toEqual([[5, 'category']])
  expect(checked.notes.join(' ')).toMatch(/^Skipped 3 pictures/)
  expect(checked.notes.at(-1)).toMatch(/^2 products have no photo, so they aren’t published\./)
  await runImport(admin, (await checkImportFile(admin, file, { category: 'Makeup' })).id)
  const products = await findAdminProductsBySlug(ctx.db, ['rose-serum-30-ml', 'mystery', 'oud'])
  expect(products.get('rose-serum-30-ml')).toMatchObject({
    name: 'Rose Serum, 30 ml',
    familyText: { description: 'Soft & calm.\n\n– Day\n– Night' },
    brand: 'Orchard',
    category: 'Skincare',
    keywords: ['rose', 'night'],
    price: 4800,
    originalPrice: 6000,
    stock: 12,
    status: 'draft',
  })
  expect(products.get('mystery')).toMatchObject({
    category: 'Makeup',
    status: 'draft',
    stock: 0,
    originalPrice: null,
  })
  expect(products.get('oud')).toMatchObject({
    category: 'Fragrance',
    status: 'archived',
    originalPrice: null,
  })
})

test('an import publishes only products that have a photo', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const [pictured, draft, archived, published] = [
    await buildProduct(ctx, { status: 'draft' }),
    await buildProduct(ctx, { status: 'draft' }),
    await buildProduct(ctx, { status: 'archived' }),
    await buildProduct(ctx, { status: 'published' }),
  ]
  await addPicture(ctx, pictured.id)
  const slugs = [pictured, draft, archived, published].map(({ slug }) => slug)
  const lines = [...slugs, 'brand-new'].map((slug) => `${slug},Velvet Lipstick,48,published`)
  const checked = await checkImportFile(admin, ['slug,name,price,status', ...lines].join('\n'))
  expect(checked.notes).toEqual([
    '3 products have no photo, so they aren’t published. Add photos to them, then publish them.',
  ])
  await runImport(admin, checked.id)
  const products = await findAdminProductsBySlug(ctx.db, [...slugs, 'brand-new'])
  expect([...slugs, 'brand-new'].map((slug) => products.get(slug)?.status)).toEqual([
    'published',
    'draft',
    'archived',
    'published',
    'draft',
  ])
})
