import type { Context } from '#core/context.ts'
import {
  AvoidListDraft,
  deleteAvoidList,
  saveAvoidList,
} from '#core/customers/avoid-list/avoid-list.server.ts'
import { findTypedNames } from '#core/customers/avoid-list/ingredient-names.server.ts'
import { readCheckedItems } from '#web/avoid-list/avoid-list-fields.tsx'
import { type FormResult, fieldText, typedValues } from '#web/forms/form-result.ts'
import type { FormHandler } from '#web/forms/handle-form.ts'

type AvoidListForm = FormHandler<{ ctx: Context }>

/** Keyed by the path of each form in routes.ts. */
export const AVOID_LIST_FORMS: Record<string, AvoidListForm> = {
  '': async ({ ctx, form }) => {
    const { ids, problem } = await findTypedNames(ctx, fieldText(form, 'names').slice(0, 1000))
    if (problem) return namesError(form, problem)
    const { groups, ingredients } = readCheckedItems(form)
    const draft = AvoidListDraft.safeParse({ groups, ingredients: [...new Set([...ingredients, ...ids])] })
    if (!draft.success) return namesError(form, draft.error.issues[0]?.message ?? '')
    await saveAvoidList(ctx, draft.data, { consent: form.has('consent') })
    return 'avoid-list-saved'
  },
  removal: async ({ ctx }) => {
    await deleteAvoidList(ctx)
    return 'avoid-list-deleted'
  },
}

function namesError(form: FormData, problem: string): FormResult {
  return { fields: { names: problem }, values: typedValues(form), status: 400 }
}
