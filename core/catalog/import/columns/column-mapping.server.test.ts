import { findAdminProductsBySlug } from '#core/catalog/admin-products.server.ts'
import { execute } from '#db/sql.ts'
import { runJobs } from '#test/accounts.ts'
import { asAdmin, checkImportFile, rowProblems, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { checkImport } from '../check-import.server.ts'
import { findImport, listImportRows } from '../imports.server.ts'
import { importPath } from '../product-import.ts'
import { deleteOldImports, startImport } from '../start-import.server.ts'
import { mapImportColumns } from './column-mapping.server.ts'

const SHOPIFY = `Handle,Title,Type,Option1 Name,Option1 Value,Variant Price,Variant Inventory Tracker,Skin type (product.metafields.custom.skin_type),Use (product.metafields.custom.use),Finish (variant.metafields.custom.finish),Empty
mist,Mist,Hair,Color,Fig,20,shopify,"[""Dry"",""Oily""]","{""type"":""root"",""children"":[{""type"":""paragraph"",""children"":[{""type"":""text"",""value"":""Spray daily.""}]}]}",Satin,
mist,,,,Plum,20,shopify,,,,
balm,Balm,Hair,,,9,shopify,Dry,,,
`
const SKIN_TYPE = 'Skin type (product.metafields.custom.skin_type)'
const USE = 'Use (product.metafields.custom.use)'
const FINISH = 'Finish (variant.metafields.custom.finish)'

test('the columns of metafields are listed, mapped, and remembered for the next file', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id, columns, created } = await checkImportFile(admin, SHOPIFY)
  expect(created).toBe(3)
  expect(columns).toEqual([
    { heading: SKIN_TYPE, rows: 3, examples: ['Dry, Oily', 'Dry'], field: null, isDecided: false },
    { heading: USE, rows: 2, examples: ['Spray daily.'], field: null, isDecided: false },
    { heading: FINISH, rows: 1, examples: ['Satin'], field: null, isDecided: false },
  ])
  const choices = [
    { heading: SKIN_TYPE, field: 'keywords' },
    { heading: USE, field: 'how_to_use' },
    { heading: FINISH, field: 'finish' },
  ]
  expect(await mapImportColumns(admin, id, choices)).toMatchObject({ state: 'checking', rows: 0, created: 0 })
  await checkImport(admin, id)
  await runImport(admin, id)
  const products = await findAdminProductsBySlug(ctx.db, ['mist-fig', 'mist-plum', 'balm'])
  expect(products.get('mist-fig')).toMatchObject({ keywords: ['Dry', 'Oily'], shadeFinish: 'Satin' })
  expect(products.get('mist-plum')).toMatchObject({
    keywords: ['Dry', 'Oily'],
    shadeFinish: null,
    familyText: { howToUse: ['Spray daily.'] },
  })
  expect(products.get('balm')).toMatchObject({ keywords: ['Dry'], howToUse: [] })
  const next = await checkImportFile(admin, SHOPIFY.replace('Dry,,,', 'Mature,,,'))
  expect(next).toMatchObject({ changed: 1, unchanged: 2 })
  expect(next.columns.map(({ field, isDecided }) => [field, isDecided])).toEqual([
    ['keywords', true],
    ['how_to_use', true],
    ['finish', true],
  ])
})

test('attributes that are no options and meta columns of WooCommerce are listed and mapped', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const file = `ID,Type,SKU,Name,Published,Regular price,Categories,Parent,Position,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 2 name,Attribute 2 value(s),Meta: inci
1,simple,OIL,Oil,0,9,Skincare,,0,Hair type,"Dry, Curly",1,Size,30 ml,"Aqua, Talc"
2,variable,MIST,Mist,0,,Hair,,0,Color,"Fig, Plum",1,Hair type,Fine,Aqua
3,variation,M1,Mist,0,9,,MIST,1,Color,Fig,1,,,
4,variation,M2,Mist,0,9,,MIST,2,Color,Plum,1,,,Mica
`
  const { id, columns, notes } = await checkImportFile(admin, file)
  expect(notes.join()).not.toContain('Skipped')
  expect(columns.map(({ heading, rows, examples }) => [heading, rows, examples])).toEqual([
    ['Meta: inci', 3, ['Aqua, Talc', 'Aqua', 'Mica']],
    ['Attribute: Hair type', 3, ['Dry, Curly', 'Fine']],
  ])
  await mapImportColumns(admin, id, [
    { heading: 'Attribute: Hair type', field: 'keywords' },
    { heading: 'Meta: inci', field: 'ingredients' },
  ])
  await checkImport(admin, id)
  await runImport(admin, id)
  const products = await findAdminProductsBySlug(ctx.db, ['oil', 'mist-fig', 'mist-plum'])
  expect(products.get('oil')).toMatchObject({
    keywords: ['Dry', 'Curly'],
    ingredients: ['Aqua', 'Talc'],
    sizeQuantity: 30,
  })
  expect(products.get('mist-fig')).toMatchObject({ keywords: ['Fine'], ingredients: ['Aqua'] })
  expect(products.get('mist-plum')).toMatchObject({ keywords: ['Fine'], ingredients: ['Mica'] })
})

test('the file’s own column comes first if it has a text, and a problem names the column of the file', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const file = `slug,name,price,category,tagline,Motto,Code\none,One,9,Skincare,Own,Other,\ntwo,Two,9,Skincare,,Other,123\n`
  const { id, notes } = await checkImportFile(admin, file)
  expect(notes).toEqual(['Skipped 2 unknown columns: “Motto”, “Code”.'])
  await mapImportColumns(admin, id, [
    { heading: 'Motto', field: 'tagline' },
    { heading: 'Code', field: 'barcode' },
  ])
  await checkImport(admin, id)
  const { rows } = await listImportRows(admin, id, {})
  expect(await findImport(admin, id)).toMatchObject({ created: 1, invalid: 1, notes: [] })
  expect(rows[0]?.after).toMatchObject({ tagline: 'Own' })
  expect(rowProblems({ lines: rows })).toEqual([[3, 'Code', expect.stringContaining('valid GTIN')]])
  await mapImportColumns(admin, id, [{ heading: 'Code', field: null }])
  await checkImport(admin, id)
  await runImport(admin, id)
  expect((await findAdminProductsBySlug(ctx.db, ['two'])).get('two')).toMatchObject({
    tagline: 'Other',
    barcode: null,
  })
})

test('two columns can’t fill one field, and unknown fields and columns are refused', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await checkImportFile(admin, 'slug,Motto,Line of text,__proto__\none,A,B,C\n')
  const map = (...choices: [string, string | null][]) =>
    mapImportColumns(
      admin,
      id,
      choices.map(([heading, field]) => ({ heading, field })),
    )
  await expect(map(['Motto', 'tagline'], ['Line of text', 'tagline'])).rejects.toMatchObject({
    code: 'invalid_input',
    fields: {
      'columns.1.field':
        '“Motto” and “Line of text” can’t both be the tagline. Choose another field for one of them.',
    },
  })
  await expect(map(['Motto', 'price'])).rejects.toMatchObject({
    fields: { 'columns.0.field': expect.any(String) },
  })
  await expect(map(['Motto', '__proto__'])).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(map(['motto', 'tagline'])).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(map(['Motto', 'tagline'], ['Motto', null])).rejects.toMatchObject({ code: 'invalid_input' })
  await map(['__proto__', 'tagline'])
  await checkImport(admin, id)
  await expect(map(['Motto', 'tagline'])).rejects.toMatchObject({ code: 'invalid_input' })
  await map(['Motto', 'tagline'], ['__proto__', null])
})

test('only one of two people maps the columns, and nobody does once the import is started', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id } = await checkImportFile(admin, 'slug,name,price,category,Motto\none,One,9,Skincare,A\n')
  const choose = (field: string | null) => mapImportColumns(admin, id, [{ heading: 'Motto', field }])
  const results = await Promise.allSettled([choose('tagline'), choose('description')])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(startImport(admin, id)).rejects.toMatchObject({ code: 'conflict' })
  await checkImport(admin, id)
  await startImport(admin, id)
  await expect(choose(null)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('already started'),
  })
  await expect(mapImportColumns(admin, 'none', [])).rejects.toMatchObject({ code: 'not_found' })
})

test('a check that was overtaken by a newer one writes nothing', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await checkImportFile(admin, 'slug,name,price,category,Motto\none,One,9,Skincare,A\n')
  await mapImportColumns(admin, id, [{ heading: 'Motto', field: 'tagline' }])
  const { files } = admin
  const overtaken = {
    ...files,
    // While the file is read, another worker finishes this check, and staff start the next.
    open: async (path: string) => {
      await checkImport(admin, id)
      await mapImportColumns(admin, id, [{ heading: 'Motto', field: null }])
      return files.open(path)
    },
  }
  await checkImport({ ...admin, files: overtaken }, id)
  expect(await findImport(admin, id)).toMatchObject({ state: 'checking', rows: 0 })
  await checkImport(admin, id)
  expect(await findImport(admin, id)).toMatchObject({ state: 'checked', columns: [{ field: null }] })
})

test('the file is stored until the import is started or deleted', async ({ ctx, connection }) => {
  const admin = await asAdmin(ctx)
  const isStored = async (id: string) => Boolean(await ctx.files.read(importPath(id)))
  const file = 'slug,name,price,category,Motto\none,One,9,Skincare,A\n'
  const { id } = await checkImportFile(admin, file)
  expect(await isStored(id)).toBe(true)
  await startImport(admin, id)
  const old = (await checkImportFile(admin, file)).id
  await execute(ctx.db)`update product_imports set created_at = now() - interval '8 days' where id = ${old}`
  // A check is overdue a day after it was requested, not after the upload.
  await mapImportColumns(admin, old, [{ heading: 'Motto', field: null }])
  await checkImport(admin, old)
  expect(await findImport(admin, old)).toMatchObject({ state: 'checked' })
  await deleteOldImports(ctx.db)
  await expect(findImport(admin, old)).rejects.toMatchObject({ code: 'not_found' })
  await runJobs(connection, admin)
  expect([await isStored(id), await isStored(old)]).toEqual([false, false])
})

test('500 unknown columns, long headings, and headings that differ by case are listed with limits', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const headings = Array.from({ length: 497 }, (_, n) => `Extra ${n}`)
  const header = ['slug', 'Skin', 'skin', 'x'.repeat(10_000), ...headings]
  const { columns, notes } = await checkImportFile(admin, `${header}\none,A,B,C,${headings.map(() => 'D')}\n`)
  expect(columns).toHaveLength(100)
  expect(columns.slice(0, 3).map(({ heading }) => heading)).toEqual(['Skin', 'skin', 'Extra 0'])
  expect(notes).toEqual(
    expect.arrayContaining([
      'The file has 499 columns that the store doesn’t know. 100 of them are listed.',
      'Skipped 1 column whose heading has more than 500 characters.',
    ]),
  )
})
