import type { Context } from '#core/context.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { buildProduct } from '#test/builders.ts'
import { countStatements } from '#test/count-statements.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { DUTIES, dutiesOn, dutyId } from './duties.ts'
import { EMPTY_INFORMATION, NOTIFICATION_FIELDS } from './information-fields.ts'
import { createResponsiblePerson } from './manage-responsible-persons.server.ts'
import { findDuties, listLackingProducts, reportDuties } from './missing-information.server.ts'
import type { InformationDraft } from './product-information.ts'
import { saveInformation } from './save-information.server.ts'

const NOW = '2026-11-28'

const COMPLETE: InformationDraft = {
  ...EMPTY_INFORMATION,
  ...{ productType: 'Face serum', originCountry: 'GB', monthsAfterOpening: 6, bestBefore: 'See the base' },
  ...{ fdaListingNumber: '1', cnfNumber: '2', scpn: '3', responsiblePersons: {} },
}

const fullProduct = { ingredients: ['Aqua'], sizeQuantity: 30, sizeUnit: 'ml' }

async function buildPerson(admin: Context, regions = [...REGION_CODES]) {
  return createResponsiblePerson(admin, {
    ...{ name: 'Orchard', postalAddress: ['1 Mill Lane'], electronicAddress: 'care@orchard.example' },
    ...{ regions, defaultRegions: regions },
  })
}

/** Lacking duties, with how many products lack them. */
async function lacking({ db }: Context, { regions = REGION_CODES, on = NOW } = {}) {
  const duties = await reportDuties(db, { regions: [...regions], on })
  return Object.fromEntries(duties.flatMap(({ id, count }) => (count ? [[id, count]] : [])))
}

test('each duty has an authority, an address, a day, and an ID of its own', () => {
  expect(new Set(DUTIES.map(dutyId)).size).toBe(DUTIES.length)
  for (const { authority, url, since, note, region, requirement } of DUTIES) {
    expect(authority).not.toBe('')
    expect(URL.parse(url)?.protocol).toBe('https:')
    expect(since).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(note.endsWith('.')).toBe(true)
    if (requirement === 'notification') expect(NOTIFICATION_FIELDS).toHaveProperty(region)
  }
})

test('a duty applies from its day on, in the regions that are on', () => {
  const ids = (on: string) => dutiesOn(on, ['CA']).map(dutyId)
  expect(ids('2026-04-11')).toEqual(['ca-responsible-person', 'ca-notification'])
  expect(ids('2026-04-12')).toContain('ca-ingredients')
  expect(dutiesOn('2026-04-12', [])).toEqual([])
})

test('a product without information lacks everything, and one with all of it nothing', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx)
  await buildProduct(ctx, { status: 'draft' })
  expect(await lacking(ctx)).toEqual(Object.fromEntries(DUTIES.map((duty) => [dutyId(duty), 1])))
  await buildPerson(admin)
  await saveInformation(admin, { kind: 'product', id }, COMPLETE)
  expect(await lacking(ctx)).toEqual({
    ...{ 'us-ingredients': 1, 'ca-ingredients': 1, 'gb-ingredients': 1 },
    ...{ 'gb-net-quantity': 1, 'in-net-quantity': 1 },
  })
})

// Each value alone meets exactly the duties that need it.
for (const [title, missing, ids] of [
  ['product type', { productType: null }, ['gb-product-type']],
  ['country of origin', { originCountry: null }, ['gb-origin-country', 'in-origin-country']],
  ['months after opening', { monthsAfterOpening: null }, []],
  ['best before', { bestBefore: null }, ['in-best-before']],
  ['either period', { monthsAfterOpening: null, bestBefore: null }, ['gb-durability', 'in-best-before']],
  ['SCPN reference', { scpn: null }, ['gb-notification']],
  ['CNF number', { cnfNumber: null }, ['ca-notification']],
  ['FDA listing number', { fdaListingNumber: null }, ['us-notification']],
] as const)
  test(`a product without its ${title} lacks ${ids.join(' and ') || 'nothing'}`, async ({ ctx }) => {
    const admin = await asAdmin(ctx)
    const { id } = await buildProduct(ctx, fullProduct)
    await buildPerson(admin)
    await saveInformation(admin, { kind: 'product', id }, { ...COMPLETE, ...missing })
    expect(Object.keys(await lacking(ctx))).toEqual(ids)
  })

test('what isn’t a cosmetic needs only what every product needs', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx)
  await saveInformation(
    admin,
    { kind: 'product', id },
    { ...EMPTY_INFORMATION, kind: 'other', responsiblePersons: {} },
  )
  expect(await lacking(ctx)).toEqual({ 'in-responsible-person': 1, 'in-origin-country': 1 })
})

test('a responsible person is missing only where neither the region nor the product names one', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const named = await buildProduct(ctx, { ...fullProduct, name: 'Named' })
  await buildProduct(ctx, { ...fullProduct, name: 'Unnamed' })
  await buildPerson(admin, ['US'])
  const spare = await createResponsiblePerson(admin, {
    ...{ name: 'Spare', postalAddress: ['2 Mill Lane'], electronicAddress: 'spare@orchard.example' },
    ...{ regions: ['GB'], defaultRegions: [] },
  })
  await saveInformation(
    admin,
    { kind: 'product', id: named.id },
    { ...COMPLETE, responsiblePersons: { GB: spare.id } },
  )
  const report = await reportDuties(ctx.db, { regions: REGION_CODES, on: NOW })
  const names = (id: string) => report.find((duty) => duty.id === id)?.products.map(({ name }) => name)
  expect(names('us-responsible-person')).toEqual([])
  expect(names('gb-responsible-person')).toEqual(['Unnamed'])
  expect(names('in-responsible-person')).toEqual(['Named', 'Unnamed'])
})

test('the report is one statement that names three products', async ({ ctx, connection }) => {
  for (const name of ['D', 'B', 'A', 'C']) await buildProduct(ctx, { name })
  const statements = countStatements(connection)
  const report = await reportDuties(ctx.db, { regions: REGION_CODES, on: NOW })
  expect(statements()).toHaveLength(1)
  for (const { count, products } of report)
    expect([count, products.map(({ name }) => name).join('')]).toEqual([
      4,
      expect.stringMatching(/^[A-D]{3}$/),
    ])
})

test('the list has the products that lack something, or what one duty needs', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx, { ...fullProduct, name: 'Serum' })
  await buildProduct(ctx, { name: 'Balm' })
  await buildPerson(admin)
  await saveInformation(admin, { kind: 'product', id }, { ...COMPLETE, scpn: null })
  const names = async (query: Parameters<typeof listLackingProducts>[1]) =>
    (await listLackingProducts(admin, query)).rows.map(({ name }) => name)
  expect(await names({})).toEqual(['Balm', 'Serum'])
  expect(await names({ filter: 'gb-notification' })).toEqual(['Balm', 'Serum'])
  expect(await names({ filter: 'gb-notification', search: 'serum' })).toEqual(['Serum'])
  expect(await names({ filter: 'ca-ingredients' })).toEqual(['Balm'])
  expect(await names({ filter: 'ca-ingredients', from: '2026-01-01' })).toEqual([])
  expect(await names({ filter: 'nonsense' })).toEqual([])
  const first = await listLackingProducts(admin, { limit: 1 })
  expect(first.rows[0]?.duties).toContain('gb-net-quantity')
  expect(await names({ limit: 1, cursor: first.next ?? '' })).toEqual(['Serum'])
  expect((await findDuties(admin, '2026-01-01')).duties.map((duty) => duty.id)).not.toContain(
    'ca-ingredients',
  )
  await expect(findDuties(admin, '2026-13-01')).rejects.toMatchObject({ fields: { on: expect.any(String) } })
  await expect(findDuties(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
})
