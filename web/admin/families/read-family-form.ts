import { FamilyDraft } from '#core/catalog/families/family.ts'
import { CUSTOM_OPTIONS } from '#core/catalog/families/family-options.ts'
import type { JoiningProduct } from '#core/catalog/families/join-products.server.ts'
import { parseSize } from '#core/catalog/size.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { readFamilyOptions } from './read-family-options.ts'

export function readFamilyForm(form: FormData): FamilyDraft {
  const text = (name: string) => fieldText(form, name)
  const { options, optionSettings } = readFamilyOptions(form)
  return parseForm(FamilyDraft, {
    name: text('name'),
    brand: text('brand'),
    category: text('category'),
    tagline: text('tagline'),
    description: text('description'),
    benefits: [text('benefits')],
    howToUse: [text('howToUse')],
    options,
    optionSettings,
  })
}

const TEXT_OPTIONS = ['shadeName', ...CUSTOM_OPTIONS] as const

/** The products whose box is checked. */
export function readJoiningProducts(form: FormData): JoiningProduct[] {
  const ids = form
    .getAll('product')
    .map(String)
    .filter((id) => form.has(`${id}.joins`))
  return ids.map((productId) => {
    const size = parseSize(fieldText(form, `${productId}.size`).trim())
    if ('error' in size) throw new Refusal('invalid_input', size.error, { [`${productId}.size`]: size.error })
    const typed = TEXT_OPTIONS.flatMap((option) => {
      const value = fieldText(form, `${productId}.${option}`).trim()
      return value ? [[option, value]] : []
    })
    return { productId, ...Object.fromEntries(typed), ...(size.sizeUnit && size) }
  })
}
