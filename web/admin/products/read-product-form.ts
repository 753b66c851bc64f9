import { ProductDraft } from '#core/catalog/product-draft.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { parseAmount } from '#core/money.ts'

/** Collects every field error before it throws, so that the form shows all of them at once. */
export function readProductForm(form: FormData): ProductDraft {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const lines = (name: string) =>
    text(name)
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean)
  const fieldErrors: Record<string, string> = {}
  const readCents = (name: string) => {
    const parsed = parseAmount(text(name))
    if ('error' in parsed) fieldErrors[name] = parsed.error
    return 'error' in parsed ? 1 : parsed.cents
  }
  const size = text('sizeQuantity')
  if (size && !/^[0-9]{1,5}(\.[0-9]{1,2})?$/.test(size))
    fieldErrors.sizeQuantity =
      'Enter the size as a number, such as 30, of at most 99,999 and with at most two decimal places.'
  const draft = {
    name: text('name'),
    brand: text('brand'),
    tagline: text('tagline'),
    description: text('description'),
    category: text('category'),
    price: readCents('price'),
    originalPrice: text('originalPrice') ? readCents('originalPrice') : null,
    sizeQuantity: size ? Number(size) : null,
    sizeUnit: text('sizeUnit') || null,
    shadeName: text('shadeName'),
    shadeCode: text('shadeCode'),
    shadeColor: text('shadeColor'),
    shadeFinish: text('shadeFinish'),
    sku: text('sku'),
    barcode: text('barcode'),
    weight: text('weight') ? Number(text('weight')) : null,
    benefits: lines('benefits'),
    ingredients: lines('ingredients'),
    howToUse: lines('howToUse'),
    keywords: lines('keywords'),
    featured: form.has('featured'),
    status: text('status'),
  }
  try {
    const parsed = parseForm(ProductDraft, draft)
    if (!Object.keys(fieldErrors).length) return parsed
    throw new Refusal('invalid_input', 'Please fix the highlighted fields.')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, error.message, { ...error.fields, ...fieldErrors })
  }
}
