import { INFORMATION_FIELDS } from '#core/compliance/information-fields.ts'
import type { InformationSubject } from '#core/compliance/product-information.server.ts'
import { InformationDraft } from '#core/compliance/product-information.ts'
import { deleteInformation, saveInformation } from '#core/compliance/save-information.server.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { readFields } from '#web/forms/read-fields.ts'
import type { AdminForm } from '../admin-route.ts'

/** Keyed by the path of each form in screens.ts. */
export const informationForms = (kind: InformationSubject['kind']): Record<string, AdminForm> => ({
  '': async ({ ctx, params: { id = '' }, form }) => {
    await saveInformation(ctx, { kind, id }, readInformation(form), Number(form.get('edition')))
    return 'information-saved'
  },
  delete: async ({ ctx, params: { id = '' }, form }) => {
    await deleteInformation(ctx, { kind, id }, Number(form.get('edition')))
    return 'information-deleted'
  },
})

/** Collects every field error before it throws, so that the form shows all of them at once. */
function readInformation(form: FormData): InformationDraft {
  const { values, errors } = readFields(INFORMATION_FIELDS, form)
  const persons = REGION_CODES.map((region) => [region, fieldText(form, `responsiblePersons.${region}`)])
  try {
    const draft = parseForm(InformationDraft, { ...values, responsiblePersons: Object.fromEntries(persons) })
    if (!Object.keys(errors).length) return draft
    throw new Refusal('invalid_input', 'Please fix the highlighted fields.')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, error.message, { ...error.fields, ...errors })
  }
}
