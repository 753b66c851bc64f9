import { ProductDraft } from '#core/catalog/product-draft.ts'
import { PRODUCT_FIELDS } from '#core/catalog/product-fields.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { readFields } from '#web/forms/read-fields.ts'

/** Collects every field error before it throws, so that the form shows all of them at once. */
export function readProductForm(form: FormData): ProductDraft {
  const { values, errors } = readFields(PRODUCT_FIELDS, form)
  try {
    const draft = parseForm(ProductDraft, values)
    if (!Object.keys(errors).length) return draft
    throw new Refusal('invalid_input', 'Please fix the highlighted fields.')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, error.message, { ...error.fields, ...errors })
  }
}
