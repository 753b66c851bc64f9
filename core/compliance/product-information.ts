import { z } from 'zod'
import { inputSchemas, storedSchemas } from '#core/fields/field-schemas.ts'
import { REGION_CODES, type RegionCode } from '#core/regions/regions.ts'
import { INFORMATION_FIELDS } from './information-fields.ts'

/** Whom a product names instead of the region's default. */
const ResponsiblePersons = z
  .partialRecord(z.enum(REGION_CODES), z.string().max(64).nullable())
  .transform((persons) => {
    const named = REGION_CODES.flatMap((region): [RegionCode, string][] => {
      const id = persons[region]
      return id ? [[region, id]] : []
    })
    return Object.fromEntries(named) as Partial<Record<RegionCode, string>>
  })

export const InformationDraft = z.object({
  ...inputSchemas(INFORMATION_FIELDS),
  responsiblePersons: ResponsiblePersons,
})
export type InformationDraft = z.infer<typeof InformationDraft>

export const StoredInformation = z.strictObject({
  ...storedSchemas(INFORMATION_FIELDS),
  responsiblePersons: z.partialRecord(z.enum(REGION_CODES), z.string()),
})
export type StoredInformation = z.infer<typeof StoredInformation>
