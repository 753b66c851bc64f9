import fc from 'fast-check'
import { REGION_CODES, type RegionCode } from '#core/regions/regions.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { DUTIES, type Duty, dutyId } from './duties.ts'
import { EMPTY_INFORMATION, PRODUCT_KINDS } from './information-fields.ts'
import { createResponsiblePerson } from './manage-responsible-persons.server.ts'
import { listLackingProducts, reportDuties } from './missing-information.server.ts'
import { saveInformation } from './save-information.server.ts'

const maybe = (text: string) => fc.constantFrom(null, text)
const regions = fc.subarray([...REGION_CODES])

const Information = fc.record({
  kind: fc.constantFrom(...PRODUCT_KINDS),
  productType: maybe('Soap'),
  originCountry: maybe('FR'),
  monthsAfterOpening: fc.constantFrom(null, 6),
  bestBefore: maybe('See the base'),
  fdaListingNumber: maybe('1'),
  cnfNumber: maybe('2'),
  scpn: maybe('3'),
  /** Where the product names the person. */
  named: regions,
})
const SoldProduct = fc.record({
  information: fc.option(Information),
  hasIngredients: fc.boolean(),
  hasSize: fc.boolean(),
})
type SoldProduct = Parameters<Parameters<typeof SoldProduct.map>[0]>[0]

/** The rules in words of their own, to compare the statement with. */
function lacks(
  { requirement, region, everyProduct }: Duty,
  sold: SoldProduct,
  defaults: RegionCode[],
): boolean {
  const { information } = sold
  if (information?.kind === 'other' && !everyProduct) return false
  const has = {
    'responsible-person': defaults.includes(region) || information?.named.includes(region),
    notification: {
      US: information?.fdaListingNumber,
      CA: information?.cnfNumber,
      GB: information?.scpn,
      IN: '',
    }[region],
    ingredients: sold.hasIngredients,
    'product-type': information?.productType,
    durability: information?.monthsAfterOpening ?? information?.bestBefore,
    'best-before': information?.bestBefore,
    'origin-country': information?.originCountry,
    'net-quantity': sold.hasSize,
  }[requirement]
  return !has
}

test('the report and the list agree with the rules, whatever products have', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const person = await createResponsiblePerson(admin, {
    ...{ name: 'Orchard', postalAddress: ['1 Mill Lane'], electronicAddress: 'care@orchard.example' },
    ...{ regions: [...REGION_CODES], defaultRegions: [] },
  })
  await fc.assert(
    fc.asyncProperty(fc.array(SoldProduct, { maxLength: 4 }), regions, async (products, defaults) => {
      await execute(ctx.db)`update products set status = 'archived' where status = 'published'`
      await execute(ctx.db)`update responsible_person_regions set is_default = region = any(${defaults})`
      const expected = new Map<string, string[]>()
      for (const sold of products) {
        const { id } = await buildProduct(ctx, {
          ingredients: sold.hasIngredients ? ['Aqua'] : [],
          ...(sold.hasSize && { sizeQuantity: 30, sizeUnit: 'ml' }),
          stock: 0,
        })
        if (sold.information) {
          const { named, ...information } = sold.information
          const responsiblePersons = Object.fromEntries(named.map((region) => [region, person.id]))
          const draft = { ...EMPTY_INFORMATION, ...information, responsiblePersons }
          await saveInformation(admin, { kind: 'product', id }, draft)
        }
        const missing = DUTIES.filter((duty) => lacks(duty, sold, defaults)).map(dutyId)
        if (missing.length) expected.set(id, missing)
      }
      const { rows } = await listLackingProducts(admin, {})
      expect(new Map(rows.map(({ id, duties }) => [id, duties]))).toEqual(expected)
      const report = await reportDuties(ctx.db, { regions: REGION_CODES, on: '2026-11-28' })
      const counts = DUTIES.map(
        (duty) => [...expected.values()].filter((ids) => ids.includes(dutyId(duty))).length,
      )
      expect(report.map(({ count }) => count)).toEqual(counts)
    }),
    { numRuns: 25 },
  )
})
