import {
  createResponsiblePerson,
  deleteResponsiblePerson,
  editResponsiblePerson,
} from '#core/compliance/manage-responsible-persons.server.ts'
import { splitLines } from '#core/fields/fields.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { adminBasePath } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'

const listUrl = (url: URL) => `${adminBasePath(url)}/products/responsible-persons`

export const createFromForm: AdminForm = async ({ ctx, context, form, url }) => {
  await createResponsiblePerson(ctx, readPerson(form))
  return redirectWithFlash(context, 'responsible-person-created', listUrl(url))
}

/** Keyed by the path of each form in screens.ts. */
export const PERSON_FORMS: Record<string, AdminForm> = {
  '': async ({ ctx, context, params: { id = '' }, form, url }) => {
    await editResponsiblePerson(ctx, id, { ...readPerson(form), edition: Number(form.get('edition')) })
    return redirectWithFlash(context, 'responsible-person-saved', listUrl(url))
  },
  delete: async ({ ctx, context, params: { id = '' }, url }) => {
    await deleteResponsiblePerson(ctx, id)
    return redirectWithFlash(context, 'responsible-person-deleted', listUrl(url))
  },
}

function readPerson(form: FormData) {
  const roleIn = (region: string) => fieldText(form, `regions.${region}`)
  return {
    name: fieldText(form, 'name'),
    postalAddress: splitLines(fieldText(form, 'postalAddress')),
    electronicAddress: fieldText(form, 'electronicAddress'),
    regions: REGION_CODES.filter((region) => roleIn(region) !== ''),
    defaultRegions: REGION_CODES.filter((region) => roleIn(region) === 'default'),
  }
}
