import { FamilyDraft } from '#core/catalog/families/family.ts'
import type { JoiningProduct } from '#core/catalog/families/join-products.server.ts'
import { parseSize } from '#core/catalog/size.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { fieldText } from '#web/forms/form-result.ts'

export function readFamilyForm(form: FormData): FamilyDraft {
  const text = (name: string) => fieldText(form, name)
  return parseForm(FamilyDraft, {
    name: text('name'),
    brand: text('brand'),
    category: text('category'),
    tagline: text('tagline'),
    description: text('description'),
    benefits: [text('benefits')],
    howToUse: [text('howToUse')],
    options: ['shade', 'size'].filter((option) => form.has(option)),
  })
}

/** The products whose box is checked. */
export function readJoiningProducts(form: FormData): JoiningProduct[] {
  const ids = form
    .getAll('product')
    .map(String)
    .filter((id) => form.has(`${id}.joins`))
  return ids.map((productId) => {
    const size = parseSize(fieldText(form, `${productId}.size`).trim())
    if ('error' in size) throw new Refusal('invalid_input', size.error, { [`${productId}.size`]: size.error })
    const shadeName = fieldText(form, `${productId}.shadeName`).trim()
    return { productId, ...(shadeName && { shadeName }), ...(size.sizeUnit && size) }
  })
}
