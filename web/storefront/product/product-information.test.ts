import { EMPTY_INFORMATION } from '#core/compliance/information-fields.ts'
import { createResponsiblePerson } from '#core/compliance/manage-responsible-persons.server.ts'
import { saveInformation } from '#core/compliance/save-information.server.ts'
import { buildProduct } from '#test/builders.ts'
import { asAdmin } from '#test/imports.ts'
import { findLandmark } from '#test/landmarks.ts'
import { findAll, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

test('a product page states its information, with the responsible person of the region', async ({
  ctx,
  guest,
}) => {
  const admin = await asAdmin(ctx)
  const { id, slug } = await buildProduct(ctx, { sizeQuantity: 50, sizeUnit: 'ml' })
  const plain = await guest.open(`/product/${slug}`)
  expect(plain.main).not.toContain('Net quantity')
  await saveInformation(
    admin,
    { kind: 'product', id },
    {
      ...{ ...EMPTY_INFORMATION, productType: 'Face cream', precautions: ['Avoid eyes.', 'Do not swallow.'] },
      ...{ originCountry: 'PT', monthsAfterOpening: 12, bestBefore: 'See the base.' },
      ...{ hsCode: '330499', scpn: '778899', responsiblePersons: {} },
    },
  )
  await createResponsiblePerson(admin, {
    ...{ name: 'Orchard Inc.', postalAddress: ['1 Mill Lane', 'Portland'], regions: ['US'] },
    ...{ electronicAddress: 'https://orchard.example/contact', defaultRegions: ['US'] },
  })
  const { root, main } = await guest.open(`/product/${slug}`)
  const section = findLandmark(root, 'section', 'Product information')
  const entries = findAll(section, ({ tag }) => tag === 'div').map(textOf)
  expect(entries).toEqual([
    'Type Face cream',
    'Net quantity 50 ml',
    'Precautions Avoid eyes. Do not swallow.',
    'Once opened Use within 12 months.',
    'Best before See the base.',
    'Country of origin Portugal',
    'Responsible person Orchard Inc. 1 Mill Lane Portland orchard.example/contact',
  ])
  const [link] = findAll(section, ({ tag }) => tag === 'a')
  expect(link?.attributes.href).toBe('https://orchard.example/contact')
  // Customs and authorities know these.
  expect(main).not.toMatch(/330499|778899/)
})
