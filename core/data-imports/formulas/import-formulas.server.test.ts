import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { z } from 'zod'
import { escapeFormula } from '#core/catalog/import/csv-cell.ts'
import { setPublishStatus } from '#core/catalog/save-product.server.ts'
import type { Context } from '#core/context.ts'
import { runDataImportBatch, startDataImport } from '#core/data-imports/run-data-import.server.ts'
import { formulaOf, TEST_DICTIONARY } from '#core/ingredients/formulas/formula.fixture.ts'
import type { FormulaOwner } from '#core/ingredients/formulas/formula.ts'
import { FORMULA_COLUMNS, formulaCells } from '#core/ingredients/formulas/formula-csv.ts'
import { listFormulaSheets } from '#core/ingredients/formulas/formula-sheets.server.ts'
import { findFormula, listFormulas } from '#core/ingredients/formulas/formulas.server.ts'
import { saveFormula } from '#core/ingredients/formulas/save-formula.server.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import { queryColumn } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { checkDataFile, runDataImport } from '#test/data-imports.ts'
import { buildFamily } from '#test/families.ts'
import { expect, test } from '#test/store.ts'

const KIND = 'formulas'

async function withDictionary(ctx: Context): Promise<Context> {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  return asAdmin(ctx)
}

const importFile = async (admin: Context, file: string) =>
  runDataImport(admin, await checkDataFile(admin, KIND, file))

async function exportFile(admin: Context): Promise<string> {
  const { rows } = await listFormulaSheets(admin, { limit: 100 })
  return stringify([FORMULA_COLUMNS, ...rows.map((sheet) => formulaCells(sheet).map(escapeFormula))])
}

const countVersions = async (admin: Context, owner: FormulaOwner) => (await listFormulas(admin, owner)).length

test('lines become formulas of products and families', async ({ ctx }) => {
  const admin = await withDictionary(ctx)
  const serum = await buildProduct(ctx, { slug: 'serum' })
  const family = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }] })
  const checked = await checkDataFile(
    admin,
    KIND,
    `slug,family,leave_on,ingredients,may_contain,hero_1,hero_1_note,valid_from
serum,,no,"Water 70%, Glycerin 5%, Moon Dust",,Glycerin,Softens,
,${family.slug},yes,"Dimethicone, Cera Alba",CI 77491,,,2024-01-31
`,
  )
  expect(checked).toMatchObject({ created: 2, invalid: 0 })
  expect(checked.notes.join()).toContain('1 formula has names that the dictionary doesn’t have')
  expect(checked.lines[0]).toMatchObject({
    ...{ key: 'serum', name: serum.name },
    details: expect.arrayContaining([
      ['Ingredients', 'Water 70%, Glycerin 5%, Moon Dust'],
      ['Heroes', 'Glycerin: Softens'],
      ['Not in the dictionary', 'Moon Dust'],
    ]),
  })
  expect(await runDataImport(admin, checked)).toMatchObject({ state: 'done', imported: 2, invalid: 0 })
  expect(await findFormula(admin, { productId: serum.id })).toMatchObject({
    ...{ version: 1, leaveOn: false, heroes: [{ name: 'Glycerin', note: 'Softens' }] },
    lines: [{ name: 'Water', percent: 70 }, { name: 'Glycerin', percent: 5 }, { isKnown: false }],
  })
  expect(await findFormula(admin, { familyId: family.id })).toMatchObject({
    validFrom: new Date('2024-01-31'),
    lines: [{ name: 'Dimethicone' }, { name: 'Cera Alba' }, { name: 'CI 77491', mayContain: true }],
  })
  const audited = await queryColumn(ctx.db, z.string())`
    select action from audit_entries where action like 'formula%' order by id`
  expect(audited).toEqual(['formula-saved', 'formula-saved', 'formulas-imported'])
})

test('importing an export changes nothing', async ({ ctx }) => {
  const admin = await withDictionary(ctx)
  const { id } = await buildProduct(ctx, { slug: 'serum' })
  const family = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }, { shadeName: 'Rose' }] })
  const [fig = '', rose = ''] = family.ids
  const colorants = formulaOf('Paraffinum Liquidum, +/- CI 77491, CI 77492, Titanium Dioxide')
  colorants.lines[1]?.productIds.push(fig)
  await saveFormula(admin, { familyId: family.id }, { ...colorants, leaveOn: false })
  await saveFormula(admin, { productId: rose }, formulaOf('Aqua 60%', { validFrom: new Date('2999-01-31') }))
  await saveFormula(admin, { productId: id }, formulaOf('Water'))
  await saveFormula(
    admin,
    { productId: id },
    formulaOf('Water (and) Glycerin 3%, [+/- CI 77491], Titanium Dioxide (nano) 0.5%', {
      heroes: [
        { name: 'Aqua', note: '=1+1' },
        { name: 'Glycerin', note: '' },
      ],
    }),
  )
  const file = await exportFile(admin)
  expect(file.split('\n')).toHaveLength(5)
  expect(await checkDataFile(admin, KIND, file)).toMatchObject({ unchanged: 3, changed: 0, invalid: 0 })
  const checked = await checkDataFile(admin, KIND, file.replace('Paraffinum Liquidum', 'Dimethicone'))
  expect(checked).toMatchObject({ unchanged: 2, changed: 1 })
  expect(checked.lines.flatMap(({ details }) => details)).toEqual([
    ['Ingredients', 'added Dimethicone; removed Paraffinum Liquidum'],
  ])
  await runDataImport(admin, checked)
  const { version, lines } = await findFormula(admin, { familyId: family.id })
  expect({ version, shades: lines.map(({ productIds }) => productIds) }).toEqual({
    ...{ version: 2, shades: [[], [fig], [], []] },
  })
})

const names = [
  'Water',
  'Glycerin',
  'Niacinamide',
  '1,2-Hexanediol',
  'N,N-Bis (X) Oil',
  '=A+B',
  'A (B, C)',
  'D, E',
]
const line = fc.record({
  name: fc.constantFrom(...names),
  percent: fc.constantFrom(null, 1, 0.5, 0.0001),
  isNano: fc.boolean(),
  mayContain: fc.boolean(),
})

test('any formula can be exported and imported', async ({ ctx }) => {
  const admin = await withDictionary(ctx)
  const { id } = await buildProduct(ctx, { slug: 'serum' })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.boolean(), async (drawn, leaveOn) => {
      const lines = [{ name: 'Aqua', percent: null, isNano: false, mayContain: false }, ...drawn]
      const draft = {
        ...formulaOf('', { leaveOn }),
        lines: lines.map((each) => ({ ...each, productIds: [] })),
      }
      await saveFormula(admin, { productId: id }, draft)
      const file = await exportFile(admin)
      expect(await checkDataFile(admin, KIND, file)).toMatchObject({ unchanged: 1, changed: 0, invalid: 0 })
    }),
    { numRuns: 30 },
  )
})

test('what the file lacks stays, and an empty cell clears it', async ({ ctx }) => {
  const admin = await withDictionary(ctx)
  const { id } = await buildProduct(ctx, { slug: 'serum' })
  const heroes = [{ name: 'Glycerin', note: 'Softens' }]
  await saveFormula(admin, { productId: id }, formulaOf('Glycerin, +/- CI 77491', { leaveOn: false, heroes }))
  await importFile(admin, 'slug,ingredients\nserum,"Aqua, Glycerin"\n')
  expect(await findFormula(admin, { productId: id })).toMatchObject({
    ...{ version: 2, leaveOn: false, heroes },
    lines: [{ name: 'Aqua' }, { name: 'Glycerin' }, { name: 'CI 77491' }],
  })
  await importFile(admin, 'slug,ingredients,hero_1\nserum,"Aqua, Glycerin",\n')
  expect(await findFormula(admin, { productId: id })).toMatchObject({ version: 2, heroes: [] })
  await importFile(admin, 'slug,ingredients,may_contain\nserum,"Aqua, Glycerin",\n')
  expect((await findFormula(admin, { productId: id })).lines).toHaveLength(2)
})

test('a product that shares its family’s formula gets its own only if the line differs', async ({ ctx }) => {
  const admin = await withDictionary(ctx)
  const family = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }] })
  const [fig = ''] = family.ids
  await saveFormula(admin, { familyId: family.id }, formulaOf('Aqua, Glycerin'))
  const [slug = ''] = await queryColumn(ctx.db, z.string())`select slug from products where id = ${fig}`
  const file = (list: string) => `slug,ingredients\n${slug},"${list}"\n`
  expect(await checkDataFile(admin, KIND, file('Aqua, Glycerin'))).toMatchObject({ unchanged: 1 })
  expect(await importFile(admin, file('Aqua'))).toMatchObject({
    ...{ changed: 1, imported: 1 },
    lines: [{ details: expect.arrayContaining([['Formula', 'its own, instead of its family’s']]) }],
  })
  expect(await findFormula(admin, { productId: fig })).toMatchObject({ familyId: null, version: 1 })
  await setPublishStatus(admin, [fig], 'archived')
  expect((await listFormulaSheets(admin, {})).rows.map(({ id }) => id)).toEqual([family.id])
})

test('Shopify’s metafields are read from its product export', async ({ ctx }) => {
  const admin = await withDictionary(ctx)
  const { id } = await buildProduct(ctx, { slug: 'serum' })
  const family = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }] })
  const done = await importFile(
    admin,
    `Handle,Title,Full list (product.metafields.custom.ingredients)
serum,Serum,"{""type"":""root"",""children"":[{""type"":""paragraph"",""children"":[{""type"":""text"",""value"":""Aqua, Glycerin""}]}]}"
serum,,
${family.slug},Lipstick,"[""Dimethicone"",""Cera Alba""]"
`,
  )
  expect(done).toMatchObject({ created: 2, invalid: 0, imported: 2 })
  const listed = async (owner: FormulaOwner) =>
    (await findFormula(admin, owner)).lines.map(({ name }) => name)
  expect(await listed({ productId: id })).toEqual(['Aqua', 'Glycerin'])
  expect(await listed({ familyId: family.id })).toEqual(['Dimethicone', 'Cera Alba'])
  const woo = await checkDataFile(admin, KIND, 'slug,Meta: inci\nserum,"Aqua, Glycerin"\n')
  expect(woo).toMatchObject({ unchanged: 1 })
})

test('lines that name nothing, or say something impossible, are refused with column and reason', async ({
  ctx,
}) => {
  const admin = await withDictionary(ctx)
  for (const slug of 'abcdefgh') await buildProduct(ctx, { slug })
  const { lines } = await checkDataFile(
    admin,
    KIND,
    `slug,family,leave_on,ingredients,hero_1,hero_1_note,valid_from
missing,,,Aqua,,,
,missing,,Aqua,,,
,,,Aqua,,,
a,a,,Aqua,,,
"Aqua, Glycerin",,,serum,,,
Rose Serum,,,Aqua,,,
b,,,,,,
c,,maybe,Aqua,,,
d,,,"Aqua 80%, Glycerin 30%",,,
e,,,"Glycerin 5%, Aqua 80%",,,
f,,,Aqua,Panthenol,,
g,,,Aqua,,Note,
h,,,Aqua,,,soon
`,
  )
  expect(lines.map(({ problems }) => problems[0]?.column)).toEqual([
    ...['slug', 'family', 'slug', 'family', 'slug', 'slug', 'ingredients', 'leave_on', 'ingredients'],
    ...['ingredients', 'hero_1', 'hero_1_note', 'valid_from'],
  ])
  expect(lines[4]?.problems[0]?.problem).toContain('Are the columns slug and ingredients swapped?')
  expect(lines[8]?.problems[0]).toMatchObject({
    ...{ value: 'Aqua 80%, Glycerin 30%', problem: expect.stringContaining('110%') },
  })
})

test('a formula that changed since the check, and a product that is gone, are skipped', async ({ ctx }) => {
  const admin = await withDictionary(ctx)
  const edited = await buildProduct(ctx, { slug: 'edited' })
  const serum = await buildProduct(ctx, { slug: 'serum' })
  const file = 'slug,ingredients\nedited,Aqua\nserum,Aqua\n'
  const checked = await checkDataFile(admin, KIND, file)
  const twin = await checkDataFile(admin, KIND, file)
  await saveFormula(admin, { productId: edited.id }, formulaOf('Glycerin'))
  expect(await runDataImport(admin, checked)).toMatchObject({ state: 'done', imported: 1, invalid: 1 })
  expect((await findFormula(admin, { productId: edited.id })).lines).toMatchObject([{ name: 'Glycerin' }])
  expect(await runDataImport(admin, twin)).toMatchObject({ state: 'done', imported: 0, invalid: 2 })
  expect(await countVersions(admin, { productId: serum.id })).toBe(1)
})

test('an import whose worker ends early, and two workers at once, write each version once', async ({
  ctx,
}) => {
  const admin = await withDictionary(ctx)
  const { id } = await buildProduct(ctx, { slug: 'serum' })
  const checked = await checkDataFile(admin, KIND, 'slug,ingredients\nserum,"Aqua, Glycerin"\n')
  await startDataImport(admin, KIND, checked.id)
  const ended = ctx.db.transaction(async (tx) => {
    await runDataImportBatch(tx, checked.id)
    throw new Error('The worker ends')
  })
  await expect(ended).rejects.toThrow('The worker ends')
  await Promise.all([runDataImportBatch(ctx.db, checked.id), runDataImportBatch(ctx.db, checked.id)])
  expect(await runDataImport(admin, checked)).toMatchObject({ state: 'done', imported: 1, invalid: 0 })
  expect(await countVersions(admin, { productId: id })).toBe(1)
})

test('a file without ingredients is refused, and so are people who may not change products', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  await expect(checkDataFile(admin, KIND, 'slug,name\nx,y\n')).rejects.toMatchObject({
    fields: { file: expect.stringContaining('Ingredients is missing') },
  })
  const support = await asCustomer(ctx, { staffRole: 'support' })
  await expect(checkDataFile(support, KIND, 'slug,ingredients\nx,Aqua\n')).rejects.toThrow('products')
  await expect(listFormulaSheets(ctx, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})
