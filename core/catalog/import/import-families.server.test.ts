import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe } from 'vitest'
import type { Context } from '#core/context.ts'
import { everyPage } from '#core/pagination.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { asAdmin, checkImportFile, rowProblems, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProductsBySlug, listAdminProducts } from '../admin-products.server.ts'
import { listAdminFamilies } from '../families/admin-families.server.ts'
import { removeProducts } from '../families/save-family.server.ts'
import { editProduct } from '../save-product.server.ts'
import { type CsvCell, escapeFormula } from './csv-cell.ts'
import { listImportRows } from './imports.server.ts'
import { PRODUCT_COLUMNS, productCells } from './product-csv.ts'

const familyNames = async (admin: Context) =>
  (await listAdminFamilies(admin, {})).rows.map(({ name, members }) => [name, members])

async function exportProducts(admin: Context): Promise<string> {
  const cells: CsvCell[][] = []
  for await (const rows of everyPage({}, (page) => listAdminProducts(admin, page)))
    cells.push(...rows.map((row) => productCells(row, 'https://store.example').map(escapeFormula)))
  return stringify([PRODUCT_COLUMNS, ...cells] as never, { quoted_match: /\r/ })
}

describe('our own CSV', () => {
  const HEAD = 'slug,name,brand,category,price,family,family_name,shade,size'

  test('has families in any order, and new products join an existing one', async ({ ctx }) => {
    const admin = await asAdmin(ctx)
    const { id } = await checkImportFile(
      admin,
      `${HEAD}
a-fig,,Orchard,Makeup,9,a,A,Fig,
b-30,,Orchard,Fragrance,9,b,B,,30 ml
a-plum,,,,9,a,A,Plum,
b-50,,,,9,b,B,,50 ml
`,
    )
    expect(await runImport(admin, id)).toMatchObject({ created: 4, imported: 4, invalid: 0 })
    expect((await familyNames(admin)).toSorted()).toEqual([
      ['A', 2],
      ['B', 2],
    ])
    const single = await buildProduct(ctx, { slug: 'loose' })
    const joining = await checkImportFile(
      admin,
      `slug,price,family,shade\n${single.slug},9,a,Rose\na-moss,9,a,Moss\n`,
    )
    await runImport(admin, joining.id)
    const products = await findAdminProductsBySlug(ctx.db, ['loose', 'a-moss'])
    expect(products.get('loose')).toMatchObject({
      id: single.id,
      name: 'A, Rose',
      category: 'Makeup',
      position: 3,
    })
    expect(products.get('a-moss')).toMatchObject({ name: 'A, Moss', brand: 'Orchard', position: 4 })
  })

  test('refuses what all products of a family share, and moving one to another family', async ({ ctx }) => {
    const { admin, products } = await buildFamily(ctx, {
      members: [{ shadeName: 'Fig' }, { shadeName: 'Plum' }, { shadeName: 'Rose' }, { shadeName: 'Moss' }],
    })
    const slug = products[0]?.slug
    const share = 'All products of this family share'
    const check = async (columns: string, cells: string) =>
      rowProblems(await checkImportFile(admin, `slug,${columns}\n${slug},${cells}\n`)).map(
        ([, ...rest]) => rest,
      )
    expect(await check('brand', 'Other')).toEqual([['brand', expect.stringContaining(share)]])
    expect(await check('category', 'Haircare')).toEqual([['category', expect.stringContaining(share)]])
    expect(await check('family_name', 'Other')).toEqual([['family_name', expect.stringContaining(share)]])
    expect(await check('name', 'Other')).toEqual([['name', expect.stringContaining('named after')]])
    expect(await check('family', '')).toEqual([
      ['family', expect.stringContaining('Remove it from that family')],
    ])
    expect(await check('family,family_name', 'other,Other')).toEqual([
      ['family', expect.stringContaining('Remove it')],
    ])
    expect(await check('shade', '')).toEqual([['shade', expect.stringContaining('Enter the shade')]])
    expect(await check('shade', 'plum')).toEqual([
      ['shade', expect.stringContaining('already has this shade')],
    ])
  })

  test('renames a shade, and the product with it', async ({ ctx }) => {
    const { admin, products } = await buildFamily(ctx, {
      members: [{ shadeName: 'Fig' }, { shadeName: 'Plum' }],
    })
    const slug = products[0]?.slug ?? ''
    const file = `slug,shade,shade_color\n${slug},Mulberry,#6B2A4A\n`
    await runImport(admin, (await checkImportFile(admin, file)).id)
    expect((await findAdminProductsBySlug(ctx.db, [slug])).get(slug)).toMatchObject({
      name: 'Satin Lipstick, Mulberry',
      shadeColor: '#6b2a4a',
    })
    expect(await checkImportFile(admin, file)).toMatchObject({ unchanged: 1 })
  })

  test('swaps the shades of two products', async ({ ctx }) => {
    const { admin, products } = await buildFamily(ctx, {
      members: [{ shadeName: 'Fig' }, { shadeName: 'Plum' }],
    })
    const [fig = '', plum = ''] = products.map(({ slug }) => slug)
    const { id } = await checkImportFile(admin, `slug,shade\n${fig},Plum\n${plum},Fig\n`)
    expect(await runImport(admin, id)).toMatchObject({ imported: 2, invalid: 0 })
    const swapped = await findAdminProductsBySlug(ctx.db, [fig, plum])
    expect([swapped.get(fig)?.shadeName, swapped.get(plum)?.shadeName]).toEqual(['Plum', 'Fig'])
  })

  test('a family that changes between the check and the import is left alone whole', async ({ ctx }) => {
    const { admin, id, ids, products } = await buildFamily(ctx, {
      members: [{ shadeName: 'Fig' }, { shadeName: 'Plum' }],
    })
    const [fig, plum] = products.map(({ slug }) => slug)
    const file = `slug,price,family,family_name,shade\n${fig},9,satin-lipstick,,Fig\n${plum},9,satin-lipstick,,Plum\nn-a,9,new,New,A\n`
    const edited = await checkImportFile(admin, file)
    await editProduct(admin, ids[0] ?? '', { tagline: 'Edited' })
    expect(await runImport(admin, edited.id)).toMatchObject({ invalid: 2, imported: 1 })
    expect(
      rowProblems({ lines: (await listImportRows(admin, edited.id, {})).rows }).map(
        ([, , problem]) => problem,
      ),
    ).toEqual([
      expect.stringContaining('Someone edited this product'),
      expect.stringContaining('A family is imported whole.'),
    ])
    const orphaned = await checkImportFile(admin, 'slug,price,family,shade\nlate,9,satin-lipstick,Late\n')
    await removeProducts(admin, id, ids)
    expect(await runImport(admin, orphaned.id)).toMatchObject({ invalid: 1, created: 0 })
  })
})

const deleteProducts = (ctx: Context) =>
  ctx.db.transaction(async (tx) => {
    await execute(tx)`delete from products`
    await execute(tx)`delete from families`
  })

const option = fc.constantFrom('Fig', 'Plum', 'وردي', 'Rose 🌹', '=1+1', 'O’Hara, “deep”', '-dash')
const text = fc.constantFrom('', 'Soft.', 'Two\nlines', '@at')
const family = fc.record({
  tagline: text,
  description: text,
  benefits: fc.subarray(['Calms', '=Soft']),
  shades: fc.uniqueArray(option, { minLength: 1, maxLength: 4 }),
  sizes: fc.uniqueArray(fc.constantFrom(7.5, 30, 50), { minLength: 1, maxLength: 2 }),
  scents: fc.uniqueArray(option, { minLength: 1, maxLength: 2 }),
  options: fc.shuffledSubarray(['shade' as const, 'size' as const, 'option2' as const], { minLength: 3 }),
  own: text,
})

const SCENT = { option2: { name: 'Scent: “Café” 🌹', display: 'button' as const } }

test('an export of families imports without changes, into the same store and into an empty one', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  await fc.assert(
    fc.asyncProperty(fc.array(family, { minLength: 1, maxLength: 3 }), async (drafts) => {
      for (const { shades, sizes, scents, own, ...draft } of drafts) {
        const members = shades.flatMap((shadeName) =>
          sizes.flatMap((sizeQuantity) =>
            scents.map((option2) => ({
              ...{ shadeName, sizeQuantity, sizeUnit: 'fl oz', option2 },
              ...{ shadeColor: '#112233', stock: 0 },
            })),
          ),
        )
        const { ids } = await buildFamily(ctx, { ...draft, optionSettings: SCENT, members })
        await execute(ctx.db)`update products set description = ${own} where id = ${ids[0] ?? ''}`
      }
      const file = await exportProducts(admin)
      const whole = await checkImportFile(admin, file, { takeStock: true })
      expect(whole).toMatchObject({ unchanged: whole.rows, invalid: 0 })
      await deleteProducts(ctx)
      const { id } = await checkImportFile(admin, file)
      expect(await runImport(admin, id)).toMatchObject({ created: whole.rows, invalid: 0 })
      expect(await checkImportFile(admin, file)).toMatchObject({
        unchanged: whole.rows,
      })
      const settings = (await listAdminFamilies(admin, {})).rows.map(({ optionSettings }) => optionSettings)
      expect(settings).toEqual(drafts.map(() => expect.objectContaining(SCENT)))
      await deleteProducts(ctx)
    }),
    { numRuns: 8 },
  )
}, 120_000)
