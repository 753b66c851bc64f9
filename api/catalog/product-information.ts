import { z } from '@hono/zod-openapi'
import { EMPTY_INFORMATION, PUBLIC_INFORMATION_FIELDS } from '#core/compliance/information-fields.ts'
import type { PublicInformation } from '#core/compliance/public-information.server.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { responseSchemas, toApiValues } from '../codec/fields.ts'
import { toApiRow } from '../codec/rows.ts'

export const ContactFields = {
  name: z.string(),
  postal_address: z.array(z.string()).describe('Its lines'),
  electronic_address: z.string().describe('An email address, or the https:// address of a contact page'),
}

const ContactResponse = z.object(ContactFields).openapi('ResponsiblePersonContact')

export const InformationResponse = z
  .object({
    ...responseSchemas(PUBLIC_INFORMATION_FIELDS),
    // A nullable reference would be described as one that can't be null.
    responsible_person: z
      .union([ContactResponse, z.null()])
      .describe('Who answers for the product in the region of the request'),
  })
  .openapi('ProductInformation', {
    description: 'What the law wants shoppers to know, as the store entered it',
  })

/** Null if the store has entered nothing. */
export function toInformationResponse(
  { information, responsiblePersons }: PublicInformation,
  region: RegionCode,
): z.infer<typeof InformationResponse> | null {
  const person = responsiblePersons[region]
  if (!information && !person) return null
  return {
    ...toApiValues(PUBLIC_INFORMATION_FIELDS, information ?? EMPTY_INFORMATION),
    responsible_person: person ? toApiRow(person) : null,
  }
}
