import { splitLines } from '#core/fields/fields.ts'
import {
  createSubstance,
  deleteSubstance,
  editSubstance,
  findAdminSubstance,
  resetSubstance,
} from '#core/ingredients/manage-substances.server.ts'
import { FUNCTION_NAMES, ORIGINS, TRAIT_NAMES } from '#core/ingredients/substance.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { adminBasePath } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'

const listUrl = (url: URL) => `${adminBasePath(url)}/products/ingredients`

export const createFromForm: AdminForm = async ({ ctx, context, form, url }) => {
  await createSubstance(ctx, { ...readFields(form), ...readOwnFields(form) })
  return redirectWithFlash(context, 'ingredient-created', listUrl(url))
}

/** Keyed by the path of each form in screens.ts. */
export const INGREDIENT_FORMS: Record<string, AdminForm> = {
  '': async ({ ctx, context, params: { id = '' }, form, url }) => {
    const { isBuiltIn } = await findAdminSubstance(ctx, id)
    const change = { ...readFields(form), ...(!isBuiltIn && readOwnFields(form)) }
    await editSubstance(ctx, id, { ...change, edition: Number(form.get('edition')) })
    return redirectWithFlash(context, 'ingredient-saved', listUrl(url))
  },
  reset: async ({ ctx, context, params: { id = '' }, form, url }) => {
    await resetSubstance(ctx, id, Number(form.get('edition')))
    return redirectWithFlash(context, 'ingredient-reset', listUrl(url))
  },
  delete: async ({ ctx, context, params: { id = '' }, url }) => {
    await deleteSubstance(ctx, id)
    return redirectWithFlash(context, 'ingredient-deleted', listUrl(url))
  },
}

function readFields(form: FormData) {
  const lines = (name: string) => splitLines(fieldText(form, name))
  const checked = <Name extends string>(group: string, names: readonly Name[]) =>
    names.filter((name) => form.has(`${group}.${name}`))
  return {
    synonyms: lines('synonyms'),
    cas: lines('cas'),
    ec: lines('ec'),
    functions: checked('functions', FUNCTION_NAMES),
    origins: checked('origins', ORIGINS),
    traits: checked('traits', TRAIT_NAMES),
    description: fieldText(form, 'description'),
  }
}

/** The fields that built-in ingredients have from the law. */
function readOwnFields(form: FormData) {
  return { name: fieldText(form, 'name'), labeledAs: fieldText(form, 'labeledAs') || null }
}
