import { discardDraft } from '#core/catalog/discard-draft.server.ts'
import { removeProducts } from '#core/catalog/families/save-family.server.ts'
import type { Context } from '#core/context.ts'
import { findProductPage } from '#core/storefront/product-page.server.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findProductDetails } from '../storefront/product-details.server.ts'
import { duplicateWithInformation } from './duplicate-product.server.ts'
import { EMPTY_INFORMATION } from './information-fields.ts'
import {
  createResponsiblePerson,
  deleteResponsiblePerson,
  editResponsiblePerson,
} from './manage-responsible-persons.server.ts'
import { findInformation } from './product-information.server.ts'
import type { InformationDraft } from './product-information.ts'
import type { ResponsiblePersonDraft } from './responsible-person.ts'
import { findResponsiblePerson } from './responsible-persons.server.ts'
import { deleteInformation, saveInformation } from './save-information.server.ts'

const draft = (change: Partial<InformationDraft> = {}): InformationDraft => ({
  ...EMPTY_INFORMATION,
  responsiblePersons: {},
  ...change,
})

const person = (change: Partial<ResponsiblePersonDraft> = {}): ResponsiblePersonDraft => ({
  name: 'Orchard Ltd',
  postalAddress: ['1 Mill Lane', 'Bristol BS1 1AA'],
  electronicAddress: 'care@orchard.example',
  regions: ['GB'],
  defaultRegions: ['GB'],
  ...change,
})

const productOf = (id: string) => ({ kind: 'product', id }) as const

async function namesInRegion(ctx: Context, id: string) {
  const { details } = await findProductDetails(ctx, id)
  return Object.fromEntries(
    Object.entries(details.responsiblePersons).map(([region, { name }]) => [region, name]),
  )
}

test('information of a product is stored as it was entered, without the points of its HS code', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx)
  expect(await findInformation(admin, productOf(id))).toMatchObject({ source: null, edition: 0 })
  const saved = await saveInformation(admin, productOf(id), {
    ...draft({ productType: ' Face serum ', precautions: ['Avoid eyes', '  '], originCountry: 'fr' }),
    ...{ hsCode: '3304.99 00', monthsAfterOpening: 6, scpn: '12345678' },
  })
  expect(saved).toMatchObject({
    ...{ source: 'product', edition: 1 },
    values: {
      ...{ kind: 'cosmetic', productType: 'Face serum', precautions: ['Avoid eyes'], originCountry: 'FR' },
      ...{ hsCode: '33049900', monthsAfterOpening: 6, bestBefore: null, scpn: '12345678' },
    },
  })
  await expect(saveInformation(admin, productOf(id), draft(), 0)).rejects.toMatchObject({ code: 'conflict' })
  expect(await saveInformation(admin, productOf(id), draft(), 1)).toMatchObject({ edition: 2 })
})

for (const [field, value, message] of [
  ['originCountry', 'UK', /two-letter country code/],
  ['hsCode', '33', /6 to 10 digits/],
  ['monthsAfterOpening', 0, /at least 1/],
  ['kind', 'food', /cosmetic or other/],
] as const)
  test(`“${value}” is refused as ${field}`, async ({ ctx }) => {
    const admin = await asAdmin(ctx)
    const { id } = await buildProduct(ctx)
    await expect(saveInformation(admin, productOf(id), { ...draft(), [field]: value })).rejects.toMatchObject(
      { fields: { [field]: expect.stringMatching(message) } },
    )
  })

test('the products of a family share its information until one has its own, and a product that leaves takes it along', async ({
  ctx,
}) => {
  const { admin, id, ids } = await buildFamily(ctx, {
    members: [{ shadeName: 'Fig' }, { shadeName: 'Rose' }],
  })
  const [fig = '', rose = ''] = ids
  const gb = await createResponsiblePerson(admin, person({ defaultRegions: [] }))
  await saveInformation(
    admin,
    { kind: 'family', id },
    draft({ productType: 'Lipstick', responsiblePersons: { GB: gb.id } }),
  )
  expect(await findInformation(admin, productOf(fig))).toMatchObject({
    ...{ source: 'family', edition: 0, values: { productType: 'Lipstick' } },
  })
  await saveInformation(admin, productOf(rose), draft({ productType: 'Lip tint' }), 0)
  const typeOf = async (id: string) => (await findProductDetails(ctx, id)).details.information?.productType
  expect([await typeOf(fig), await typeOf(rose)]).toEqual(['Lipstick', 'Lip tint'])
  expect([await namesInRegion(ctx, fig), await namesInRegion(ctx, rose)]).toEqual([{ GB: gb.name }, {}])

  await deleteInformation(admin, productOf(rose), 1)
  expect(await typeOf(rose)).toBe('Lipstick')
  await expect(deleteInformation(admin, productOf(rose))).rejects.toMatchObject({ code: 'not_found' })
  await removeProducts(admin, id, ids)
  expect(await findInformation(admin, productOf(fig))).toMatchObject({
    ...{ source: 'product', values: { productType: 'Lipstick', responsiblePersons: { GB: gb.id } } },
  })
})

test('a product’s own choice comes before the region’s default, and a new default replaces the former', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx)
  const first = await createResponsiblePerson(admin, person({ name: 'First', regions: ['GB', 'US'] }))
  expect(await namesInRegion(ctx, id)).toEqual({ GB: 'First' })
  const second = await createResponsiblePerson(admin, person({ name: 'Second' }))
  expect(await namesInRegion(ctx, id)).toEqual({ GB: 'Second' })
  expect(await findResponsiblePerson(admin, first.id)).toMatchObject({
    ...{ regions: ['US', 'GB'], defaultRegions: [] },
  })
  await saveInformation(admin, productOf(id), draft({ responsiblePersons: { GB: first.id } }))
  expect(await namesInRegion(ctx, id)).toEqual({ GB: 'First' })

  await expect(
    saveInformation(admin, productOf(id), draft({ responsiblePersons: { IN: first.id } })),
  ).rejects.toMatchObject({ code: 'conflict', fields: { responsiblePersons: expect.any(String) } })
  for (const change of [
    () => deleteResponsiblePerson(admin, first.id),
    () => editResponsiblePerson(admin, first.id, { regions: ['US'] }),
  ])
    await expect(change()).rejects.toThrow('1 product or family names this person for United Kingdom.')
  await deleteResponsiblePerson(admin, second.id)
  await expect(findResponsiblePerson(admin, second.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a copy of a product has its information, without the numbers that authorities gave it', async ({
  ctx,
}) => {
  const { admin, id, ids } = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }] })
  await saveInformation(admin, { kind: 'family', id }, draft({ productType: 'Lipstick', scpn: '1' }))
  const copy = await duplicateWithInformation(admin, ids[0] ?? '')
  expect(await findInformation(admin, productOf(copy.id))).toMatchObject({
    ...{ source: 'product', values: { productType: 'Lipstick', scpn: null } },
  })
  await discardDraft(admin, copy.id)
  const plain = await duplicateWithInformation(admin, (await buildProduct(ctx)).id)
  expect(await findInformation(admin, productOf(plain.id))).toMatchObject({ source: null })
})

for (const [title, change, field] of [
  ['no name', { name: ' ' }, 'name'],
  ['an empty address', { postalAddress: ['', ' '] }, 'postalAddress'],
  ['an address without https', { electronicAddress: 'http://orchard.example' }, 'electronicAddress'],
  ['a phone number', { electronicAddress: '+44 20 7946 0000' }, 'electronicAddress'],
  ['a default elsewhere', { defaultRegions: ['US'] }, 'defaultRegions'],
] as const)
  test(`a responsible person with ${title} is refused`, async ({ ctx }) => {
    const admin = await asAdmin(ctx)
    await expect(createResponsiblePerson(admin, { ...person(), ...change })).rejects.toMatchObject({
      fields: { [field]: expect.any(String) },
    })
  })

test('a contact page serves as the electronic address, and an older edition is refused', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id, edition } = await createResponsiblePerson(admin, person())
  const electronicAddress = 'https://orchard.example/contact'
  expect(await editResponsiblePerson(admin, id, { edition, electronicAddress })).toMatchObject({
    ...{ electronicAddress, name: 'Orchard Ltd', edition: 2 },
  })
  await expect(editResponsiblePerson(admin, id, { edition, name: 'Other' })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('the database allows one default per region, and information of one product or family', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  await createResponsiblePerson(admin, person())
  const other = await createResponsiblePerson(admin, person({ defaultRegions: [] }))
  await expect(
    execute(ctx.db)`update responsible_person_regions set is_default = true where person_id = ${other.id}`,
  ).rejects.toMatchObject({ constraint: 'responsible_person_defaults' })
  await expect(execute(ctx.db)`insert into product_information (kind) values ('other')`).rejects.toThrow()
})

test('customers change nothing', async ({ ctx }) => {
  const { id } = await buildProduct(ctx)
  for (const change of [
    () => createResponsiblePerson(ctx, person()),
    () => saveInformation(ctx, productOf(id), draft()),
    () => findInformation(ctx, productOf(id)),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('the product page has the information in its one statement', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx)
  await saveInformation(admin, productOf(id), draft({ productType: 'Soap' }))
  await createResponsiblePerson(admin, person())
  const page = await findProductPage(ctx, id, { sort: 'newest', stars: undefined, cursor: undefined })
  expect(page.details).toMatchObject({
    ...{ information: { productType: 'Soap' }, responsiblePersons: { GB: { name: 'Orchard Ltd' } } },
  })
})
