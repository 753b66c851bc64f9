import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { INFORMATION_COLUMNS, informationCells } from '#core/compliance/information-csv.ts'
import { EMPTY_INFORMATION } from '#core/compliance/information-fields.ts'
import { listInformationSheets } from '#core/compliance/information-sheets.server.ts'
import {
  createResponsiblePerson,
  deleteResponsiblePerson,
} from '#core/compliance/manage-responsible-persons.server.ts'
import { findInformation } from '#core/compliance/product-information.server.ts'
import { saveInformation } from '#core/compliance/save-information.server.ts'
import type { Context } from '#core/context.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { checkDataFile, runDataImport } from '#test/data-imports.ts'
import { buildFamily } from '#test/families.ts'
import { expect, test } from '#test/store.ts'

const KIND = 'product-information'

const buildPerson = (admin: Context, name = 'Orchard Ltd') =>
  createResponsiblePerson(admin, {
    ...{ name, postalAddress: ['1 Mill Lane'], electronicAddress: 'care@orchard.example' },
    ...{ regions: ['GB'], defaultRegions: [] },
  })

const valuesOf = async (admin: Context, id: string, kind: 'product' | 'family' = 'product') =>
  (await findInformation(admin, { kind, id })).values

test('lines about products by slug and SKU, and about a family, become their information', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const person = await buildPerson(admin)
  const serum = await buildProduct(ctx, { slug: 'serum' })
  const balm = await buildProduct(ctx)
  await execute(ctx.db)`update products set sku = 'B-1' where id = ${balm.id}`
  const family = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }] })
  const checked = await checkDataFile(
    admin,
    KIND,
    `Product,SKU,Family,Product type,Precautions,Country of origin,HS Code,PAO,responsible_person_gb
serum,,,Face serum,"Avoid eyes.
Keep cool.",France,3304.99,6M,orchard ltd
,B-1,,Balm,,it,,,
,,${family.slug},Lipstick,,FR,,12,
`,
  )
  expect(checked).toMatchObject({ created: 3, changed: 0, invalid: 0 })
  expect(checked.lines[0]).toMatchObject({
    ...{ key: 'serum', name: serum.name },
    details: expect.arrayContaining([
      ['Product type', 'Face serum'],
      ['Responsible person (United Kingdom)', 'Orchard Ltd'],
    ]),
  })
  expect(await runDataImport(admin, checked)).toMatchObject({ state: 'done', imported: 3 })
  expect(await valuesOf(admin, serum.id)).toMatchObject({
    ...{ productType: 'Face serum', precautions: ['Avoid eyes.', 'Keep cool.'], originCountry: 'FR' },
    ...{ hsCode: '330499', monthsAfterOpening: 6, responsiblePersons: { GB: person.id } },
  })
  expect(await valuesOf(admin, balm.id)).toMatchObject({ productType: 'Balm', originCountry: 'IT' })
  expect(await valuesOf(admin, family.id, 'family')).toMatchObject({ productType: 'Lipstick' })
  const audited = await queryColumn(ctx.db, z.string())`
    select action from audit_entries where action like '%information%' order by id`
  expect(audited).toEqual([
    ...['product-information-changed', 'product-information-changed', 'family-information-changed'],
    'product-information-imported',
  ])
})

test('a missing column leaves its field as it is, and an empty cell clears it', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const person = await buildPerson(admin)
  const { id } = await buildProduct(ctx, { slug: 'serum' })
  const values = { ...EMPTY_INFORMATION, productType: 'Serum', originCountry: 'FR', scpn: '1' }
  await saveInformation(admin, { kind: 'product', id }, { ...values, responsiblePersons: { GB: person.id } })
  const same = await checkDataFile(admin, KIND, 'product,product_type\nserum,Serum\n')
  expect(same).toMatchObject({ unchanged: 1 })
  const file = 'product,origin_country,responsible_person_gb\nserum,,\n'
  expect(await runDataImport(admin, await checkDataFile(admin, KIND, file))).toMatchObject({ changed: 1 })
  expect(await valuesOf(admin, id)).toMatchObject({
    ...{ productType: 'Serum', originCountry: null, scpn: '1', responsiblePersons: {} },
  })
})

test('the export has each piece of information once, and importing it changes nothing', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const person = await buildPerson(admin)
  const product = await buildProduct(ctx, { slug: 'serum' })
  const family = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }, { shadeName: 'Rose' }] })
  const values = {
    ...{ ...EMPTY_INFORMATION, productType: '=1+1', precautions: ['One.', 'Two, three.'], hsCode: '330499' },
    ...{ monthsAfterOpening: 6, responsiblePersons: { GB: person.id } },
  }
  await saveInformation(admin, { kind: 'product', id: product.id }, values)
  await saveInformation(admin, { kind: 'family', id: family.id }, values)
  await saveInformation(admin, { kind: 'product', id: family.ids[1] ?? '' }, { ...values, kind: 'other' })
  const first = await listInformationSheets(admin, { limit: 2 })
  const second = await listInformationSheets(admin, { limit: 2, cursor: first.next ?? '' })
  const sheets = [...first.rows, ...second.rows]
  expect(sheets.map(({ id }) => id).sort()).toEqual([product.id, family.id, family.ids[1]].sort())
  const file = stringify([INFORMATION_COLUMNS, ...sheets.map(informationCells)])
  expect(await checkDataFile(admin, KIND, file)).toMatchObject({ unchanged: 3, changed: 0, created: 0 })
  const changed = file.replaceAll('330499', '330410')
  const checked = await checkDataFile(admin, KIND, changed)
  expect(checked).toMatchObject({ changed: 3, invalid: 0 })
  await runDataImport(admin, checked)
  expect((await valuesOf(admin, family.ids[0] ?? '')).hsCode).toBe('330410')
})

test('lines that name nothing, or say something impossible, are refused with the reason', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await buildPerson(admin)
  await buildPerson(admin, 'Twin')
  await buildPerson(admin, 'Twin')
  for (const slug of ['a', 'b', 'c', 'd', 'e', 'f']) await buildProduct(ctx, { slug })
  const { lines } = await checkDataFile(
    admin,
    KIND,
    `product,sku,family,kind,origin_country,months_after_opening,hs_code,responsible_person_gb
missing,,,,,,,
,X-1,,,,,,
,,missing,,,,,
,,,,,,,
a,,b,,,,,
a,,,food,,,,
b,,,,Freedonia,,,
c,,,,,soon,,
d,,,,,,12,
e,,,,,,,Nobody
f,,,,,,,twin
`,
  )
  expect(lines.map(({ problems }) => problems[0]?.column)).toEqual([
    ...['product', 'sku', 'family', '', 'family', 'kind', 'origin_country', 'months_after_opening'],
    ...['hs_code', 'responsible_person_gb', 'responsible_person_gb'],
  ])
})

test('what changed since the check, a second line, and a person who is gone are skipped', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const person = await buildPerson(admin)
  const edited = await buildProduct(ctx, { slug: 'edited' })
  const twice = await buildProduct(ctx, { slug: 'twice' })
  await buildProduct(ctx, { slug: 'named' })
  await execute(ctx.db)`update products set sku = 'T-1' where id = ${twice.id}`
  const checked = await checkDataFile(
    admin,
    KIND,
    'product,sku,origin_country,responsible_person_gb\nedited,,FR,\ntwice,,FR,\n,T-1,IT,\nnamed,,FR,Orchard Ltd\n',
  )
  expect(checked).toMatchObject({ created: 4, invalid: 0 })
  await saveInformation(
    admin,
    { kind: 'product', id: edited.id },
    { ...EMPTY_INFORMATION, responsiblePersons: {} },
  )
  await deleteResponsiblePerson(admin, person.id)
  const done = await runDataImport(admin, checked)
  expect(done).toMatchObject({ state: 'done', imported: 1, invalid: 3 })
  expect((await valuesOf(admin, twice.id)).originCountry).toBe('FR')
  expect((await valuesOf(admin, edited.id)).originCountry).toBeNull()
})

test('a file without a column for products is refused, and so are people who may not change them', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  await expect(checkDataFile(admin, KIND, 'title,kind\nx,cosmetic\n')).rejects.toMatchObject({
    fields: { file: expect.stringContaining('Product, SKU, or Family') },
  })
  const support = await asCustomer(ctx, { staffRole: 'support' })
  await expect(checkDataFile(support, KIND, 'product\nx\n')).rejects.toThrow('products')
})
