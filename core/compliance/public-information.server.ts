import { z } from 'zod'
import { selectFields } from '#core/fields/field-columns.server.ts'
import { storedSchemas } from '#core/fields/field-schemas.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { sql } from '#db/sql.ts'
import { PUBLIC_INFORMATION_FIELDS } from './information-fields.ts'
import { appliedInformation } from './product-information.server.ts'
import { Contact } from './responsible-person.ts'

/** What shoppers of all regions see, so that one reading serves them all. */
export const PublicInformation = z.strictObject({
  information: z.strictObject(storedSchemas(PUBLIC_INFORMATION_FIELDS)).nullable(),
  responsiblePersons: z.partialRecord(z.enum(REGION_CODES), Contact),
})
export type PublicInformation = z.infer<typeof PublicInformation>

/** Not a parameter: the planner would expect more rows of one, and plan the page's statement again each time. */
const REGIONS = sql.raw(`'{${REGION_CODES.join()}}'::text[]`)

/** As JSON, for a statement that reads `products`. Each part reads a few rows by their keys. */
export const PUBLIC_INFORMATION = sql`(
  select json_build_object(
    'information', (select row_to_json(shown) from (
      select ${selectFields(PUBLIC_INFORMATION_FIELDS, 'i')} from product_information i where i.id = applied.id) shown),
    'responsiblePersons', (
      select coalesce(json_object_agg(region, contact) filter (where contact is not null), '{}') from (
        select region, (
          select json_build_object('name', person.name, 'postalAddress', person.postal_address,
            'electronicAddress', person.electronic_address)
          from responsible_persons person where person.id = coalesce(
            (select named.person_id from product_responsible_persons named
              where named.information_id = applied.id and named.region = regions.region),
            (select usual.person_id from responsible_person_regions usual
              where usual.region = regions.region and usual.is_default))) as contact
        from unnest(${REGIONS}) as regions (region) offset 0) contacts))
  from (select ${appliedInformation(sql`products.id`, sql`products.family_id`)} as id) applied)`
