import { type Field, snakeCase } from '#core/fields/fields.ts'
import { REGION_CODES, type RegionCode } from '#core/regions/regions.ts'
import { INFORMATION_FIELDS, type InformationFieldName } from './information-fields.ts'
import type { InformationSheet } from './information-sheets.server.ts'

export const INFORMATION_FIELD_NAMES = Object.keys(INFORMATION_FIELDS) as InformationFieldName[]

export const personColumn = (region: RegionCode): string => `responsible_person_${region.toLowerCase()}`

/** Of export and import. A row is about a product, by its slug or SKU, or about a family, by its slug. */
export const INFORMATION_COLUMNS = [
  ...['product', 'sku', 'family', 'name'],
  ...INFORMATION_FIELD_NAMES.map(snakeCase),
  ...REGION_CODES.map(personColumn),
]

export function informationCells({
  kind,
  slug,
  sku,
  name,
  values,
  persons,
}: InformationSheet): (string | null)[] {
  return [
    kind === 'product' ? slug : null,
    sku,
    kind === 'family' ? slug : null,
    name,
    ...INFORMATION_FIELD_NAMES.map((field) => {
      const { format }: Field = INFORMATION_FIELDS[field]
      return format(values[field]) || null
    }),
    ...REGION_CODES.map((region) => persons[region] ?? null),
  ]
}
