import { z } from 'zod'
import { queryColumn } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { expect, test } from '#test/page-test.ts'

const ADDRESS = 'Postal address (one line each)'
const CONTACT = 'Email address or contact page'
const UK = 'United Kingdom'

test('a responsible person is added, becomes the default of a region, and is named by a product', async ({
  admin,
  ctx,
}) => {
  const form = await (await admin.open('/admin/products/responsible-persons')).follow('New person')
  const typed = { Name: 'Orchard Ltd', [ADDRESS]: '1 Mill Lane\nBristol', [CONTACT]: 'orchard' }
  const refused = await form.submit('Add person', { ...typed, [UK]: 'chosen' })
  expect(refused.field(CONTACT)).toMatchObject({
    value: 'orchard',
    description: expect.stringContaining('Enter an email address'),
  })
  expect([refused.field(ADDRESS).value, refused.field(UK).value]).toEqual(['1 Mill Lane\nBristol', 'chosen'])
  const list = await refused.submit('Add person', { [CONTACT]: 'care@orchard.example' })
  expect(list.text).toContain('Responsible person added')
  expect(list.text).toContain(UK)

  const [personId = ''] = await queryColumn(ctx.db, z.string())`select id from responsible_persons`
  const { id } = await buildProduct(ctx, { name: 'Serum' })
  const details = await (await admin.open(`/admin/products/${id}`)).follow('Information')
  const wrong = await details.submit('Save', {
    ...{ 'Product type': 'Face serum', 'HS code': '33', 'Months after opening': 'a year' },
    ...{ 'Precautions (one per line)': 'Avoid eyes', 'Country of origin': 'FR', [UK]: personId },
  })
  expect(wrong.field('HS code').description).toContain('Enter 6 to 10 digits')
  expect(wrong.field('Months after opening')).toMatchObject({
    ...{ value: 'a year', description: expect.stringContaining('whole months') },
  })
  const saved = await wrong.submit('Save', { 'HS code': '3304.99', 'Months after opening': '6 M' })
  expect(saved.text).toContain('Information saved')
  const names = ['Product type', 'HS code', 'Months after opening', 'Country of origin']
  expect(names.map((name) => saved.field(name).value)).toEqual(['Face serum', '330499', '6', 'FR'])
  expect((await details.submit('Save', {})).text).toContain('Someone else just updated this information')

  const person = await list.follow('Orchard Ltd')
  expect((await person.submit('Delete Orchard Ltd')).text).toContain(
    '1 product or family names this person for United Kingdom.',
  )
  await saved.submit('Save', { [UK]: '' })
  const usual = await person.submit('Save', { [UK]: 'default' })
  expect(usual.text).toContain('United Kingdom (default)')
  const product = await admin.open(`/admin/products/${id}/information`)
  expect(product.text).toContain('Orchard Ltd (the default)')
  const emptied = await (await usual.follow('Orchard Ltd')).submit('Delete Orchard Ltd')
  expect(emptied.text).toContain('Responsible person deleted')
})

test('the products of a family share its information, and one can have its own for a while', async ({
  admin,
  ctx,
}) => {
  const { id, ids } = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }] })
  const family = await (await admin.open(`/admin/products/families/${id}`)).follow('Information')
  await family.submit('Save', { 'Product type': 'Lipstick' })
  const path = `/admin/products/${ids[0]}/information`
  const shared = await admin.open(path)
  expect(shared.text).toContain('Shared by the products of Satin Lipstick')
  expect(shared.field('Product type').value).toBe('Lipstick')
  const own = await shared.submit('Save', { 'Product type': 'Lip tint' })
  expect(own.text).toContain('This product has its own')
  const back = await own.submit('Use the family’s information')
  expect(back.text).toContain('The family’s information is used')
  expect(back.field('Product type').value).toBe('Lipstick')
})

test('the list of what is missing leads to the products that lack it', async ({ admin, ctx }) => {
  await buildProduct(ctx, { name: 'Cream', ingredients: ['Aqua'] })
  await buildProduct(ctx, { name: 'Balm' })
  const list = await (await admin.open('/admin/products')).follow('Information')
  expect(list.text).toContain('Products that lack something')
  const lacking = await admin.open('/admin/products/information?show=ca-ingredients')
  expect(lacking.text).toContain('Ingredients (Canada)')
  expect(lacking.text).toMatch(/Cosmetic Regulations \(C\.R\.C\., c\. 869\) ?, since April 12, 2026/)
  expect(lacking.main).toContain('Balm')
  expect(lacking.main).not.toContain('Cream')
  const before = await admin.open('/admin/products/information?show=ca-ingredients&from=2026-01-01')
  expect(before.text).toContain('No published product lacks anything.')
  expect(before.field('Law on the day').value).toBe('2026-01-01')
  const page = await lacking.follow('Balm')
  expect(page.heading).toBe('Balm: information')
})
