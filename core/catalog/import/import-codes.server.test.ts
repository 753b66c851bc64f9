import type { Context } from '#core/context.ts'
import { buildProduct } from '#test/builders.ts'
import { asAdmin, checkImportFile, rowProblems, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProductsBySlug } from '../admin-products.server.ts'
import { editProduct } from '../save-product.server.ts'

async function buildCodes(ctx: Context, skus: Record<string, string>): Promise<Context> {
  const admin = await asAdmin(ctx)
  for (const [slug, sku] of Object.entries(skus)) {
    const { id } = await buildProduct(ctx, { slug })
    await editProduct(admin, id, { sku })
  }
  return admin
}

async function findSkus(ctx: Context, slugs: string[]) {
  const products = await findAdminProductsBySlug(ctx.db, slugs)
  return slugs.map((slug) => products.get(slug)?.sku)
}

test('two products swap their SKUs, however many rows are between them', async ({ ctx }) => {
  const admin = await buildCodes(ctx, { balm: 'B-1', oil: 'O-1' })
  const between = Array.from({ length: 600 }, (_, nth) => `new-${nth},Rose ${nth},Makeup,9,N-${nth}`)
  const rows = ['balm,Balm,Makeup,9,O-1', ...between, 'oil,Oil,Makeup,9,B-1', 'late,Late,Makeup,9,L-1']
  const { id } = await checkImportFile(admin, `slug,name,category,price,sku\n${rows.join('\n')}\n`)
  expect(await runImport(admin, id)).toMatchObject({ imported: 603, invalid: 0 })
  expect(await findSkus(ctx, ['balm', 'oil', 'late'])).toEqual(['O-1', 'B-1', 'L-1'])
})

test('a new product takes the SKU that another row gives up', async ({ ctx }) => {
  const admin = await buildCodes(ctx, { balm: 'B-1' })
  const file = 'slug,name,category,price,sku\nnew,New,Makeup,9,B-1\nbalm,Balm,Makeup,9,B-2\n'
  const { id } = await checkImportFile(admin, file)
  expect(await runImport(admin, id)).toMatchObject({ imported: 2, invalid: 0 })
  expect(await findSkus(ctx, ['new', 'balm'])).toEqual(['B-1', 'B-2'])
})

test('a SKU is refused if its product keeps it, has no row, or has an invalid one', async ({ ctx }) => {
  const admin = await buildCodes(ctx, { balm: 'B-1', oil: 'O-1', soap: 'S-1', comb: 'C-1' })
  const refused = (owner: string) => `The product “${owner}” already has it. Each belongs to one product.`
  const check = async (rows: string) => rowProblems(await checkImportFile(admin, `slug,price,sku\n${rows}\n`))
  expect(await check('balm,9,O-1')).toEqual([[2, 'sku', refused('oil')]])
  expect(await check('balm,9,O-1\noil,9,O-1')).toEqual([
    [2, 'sku', refused('oil')],
    [3, 'sku', expect.stringContaining('Line 2')],
  ])
  // The price of the last row is invalid, so none of the others can have the next one's SKU.
  expect(await check('balm,9,O-1\noil,9,S-1\nsoap,9,C-1\ncomb,x,C-2')).toEqual([
    [2, 'sku', refused('oil')],
    [3, 'sku', refused('soap')],
    [4, 'sku', refused('comb')],
    [5, 'price', expect.any(String)],
  ])
})

test('if one of two rows that swap SKUs is edited after the check, neither is written', async ({ ctx }) => {
  const admin = await buildCodes(ctx, { balm: 'B-1', oil: 'O-1' })
  const { id } = await checkImportFile(admin, 'slug,sku\nbalm,O-1\noil,B-1\n')
  const oil = (await findAdminProductsBySlug(ctx.db, ['oil'])).get('oil')
  await editProduct(admin, oil?.id ?? '', { tagline: 'Edited' })
  expect(await runImport(admin, id)).toMatchObject({ imported: 0, invalid: 2 })
  expect(await findSkus(ctx, ['balm', 'oil'])).toEqual(['B-1', 'O-1'])
})

test('products of a Shopify file that share an SKU are imported, and the first one has it', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const file = `Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,Variant Price
rose,Rose,Skin,,,PIN-SMA,4006381333931,9
mist,Mist,Skin,Color,Fig,PIN-SMA,,9
mist,,,,Plum,MIST,,9
`
  const { id, notes, created } = await checkImportFile(admin, file)
  expect(created).toBe(3)
  expect(notes).toEqual(
    expect.arrayContaining([
      '1 product has the SKU of an earlier line: “PIN-SMA” on line 3. Each SKU belongs to one product, so only the first one gets it.',
    ]),
  )
  await runImport(admin, id)
  const products = await findAdminProductsBySlug(ctx.db, ['rose', 'mist-fig', 'mist-plum'])
  expect([...products.values()].map(({ slug, sku, barcode }) => [slug, sku, barcode]).toSorted()).toEqual([
    ['mist-fig', null, null],
    ['mist-plum', 'MIST', null],
    ['rose', 'PIN-SMA', '4006381333931'],
  ])
  // Staff give the second one an SKU of its own. The next import leaves it.
  await editProduct(admin, products.get('mist-fig')?.id ?? '', { sku: 'MIST-FIG' })
  expect(await checkImportFile(admin, file)).toMatchObject({ unchanged: 3 })
})
