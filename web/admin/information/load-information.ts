import { countryOptions } from '#core/compliance/countries.ts'
import { findInformation, type InformationSubject } from '#core/compliance/product-information.server.ts'
import { listPersonsOfRegions } from '#core/compliance/responsible-persons.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import type { AdminContext } from '../admin-context.ts'
import type { InformationFormData } from './information-form.tsx'

export async function loadInformation(
  ctx: AdminContext,
  subject: InformationSubject,
): Promise<InformationFormData> {
  const [information, persons] = await Promise.all([
    refusalToResponse(findInformation(ctx, subject)),
    listPersonsOfRegions(ctx),
  ])
  return { information, persons, regions: ctx.terms.regions, countries: countryOptions() }
}
