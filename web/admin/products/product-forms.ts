import { adjustBatchStock, receiveBatch } from '#core/batches/receive-batch.server.ts'
import { findAdminProduct } from '#core/catalog/admin-products.server.ts'
import { discardDraft } from '#core/catalog/discard-draft.server.ts'
import { editProduct, restorePublishStatus, setPublishStatus } from '#core/catalog/save-product.server.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import { duplicateWithInformation } from '#core/compliance/duplicate-product.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { redirectWithFlash, replaceWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { adminBasePath } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'
import { type PhotosResult, savePhotos } from './photos/save-photos.ts'
import { readProductForm } from './read-product-form.ts'
import { readPreviousStatuses } from './undo-status-change.tsx'

/** Keyed by the path of each form in routes.ts. */
export const PRODUCT_FORMS: Record<string, AdminForm<PhotosResult>> = {
  '': async ({ ctx, params: { id = '' }, form }) => {
    const product = await findAdminProduct(ctx, id)
    const { familyId, hasFormula, name, brand, category } = product
    if (hasFormula) form.set('ingredients', product.ingredients.join('\n'))
    // A member has these from its family, so its form has no fields for them.
    if (familyId) for (const [field, text] of Object.entries({ name, brand, category })) form.set(field, text)
    await editProduct(ctx, id, { ...readProductForm(form), edition: Number(form.get('edition')) })
    return 'product-saved'
  },
  stock: async ({ ctx, params: { id = '' }, form }) => {
    await changeStock(ctx, id, form)
    return 'stock-changed'
  },
  pictures: savePhotos,
  archive: async ({ ctx, params: { id = '' }, context, url }) => {
    const [before] = await setPublishStatus(ctx, [id], 'archived')
    return replaceWithFlash(
      context,
      'product-archived',
      `${adminBasePath(url)}/products/${id}${before ? `?was=${before.was}` : ''}`,
    )
  },
  restore: async ({ ctx, form }) => {
    await restorePublishStatus(ctx, readPreviousStatuses(form.getAll('was')).slice(0, 1))
    return 'product-restored'
  },
  duplicate: async ({ ctx, params: { id = '' }, context, url }) => {
    const copy = await duplicateWithInformation(ctx, id)
    return redirectWithFlash(
      context,
      'product-duplicated',
      `${adminBasePath(url)}/products/${copy.id}?copy=${id}`,
    )
  },
  discard: async ({ ctx, params: { id = '' }, context, form, url }) => {
    await discardDraft(ctx, id)
    return redirectWithFlash(
      context,
      'copy-discarded',
      `${adminBasePath(url)}/products/${encodeURIComponent(fieldText(form, 'copy'))}`,
    )
  },
}

/** A batch number that is new and received makes a batch. */
async function changeStock(ctx: Context, id: string, form: FormData): Promise<void> {
  const adjustment = readStockChange(form)
  const number = fieldText(form, 'batch').trim()
  const expiresOn = fieldText(form, 'expiresOn') || null
  if (!number && expiresOn) throw invalidInput('batch', 'Enter the number of the batch that expires then.')
  const { change: quantity, reason, note, key } = adjustment
  if (!number || reason !== 'received' || !(quantity > 0))
    return void (await adjustBatchStock(ctx, id, { ...adjustment, batch: number }))
  await receiveBatch(ctx, { productId: id, number, expiresOn, quantity, note }, { key }).catch(atFormFields)
}

const FIELDS_OF_FORM: Record<string, string> = { number: 'batch', quantity: 'change' }

function atFormFields(error: unknown): never {
  if (!(error instanceof Refusal) || !error.fields) throw error
  const fields = Object.entries(error.fields).map(([name, text]) => [FIELDS_OF_FORM[name] ?? name, text])
  throw new Refusal(error.code, error.message, Object.fromEntries(fields))
}

function readStockChange(form: FormData) {
  const change = fieldText(form, 'change').trim()
  const reason = STOCK_REASONS.find((candidate) => candidate === form.get('reason'))
  if (!reason) throw new Refusal('invalid_input', 'Choose a reason.', { reason: 'Choose a reason.' })
  const amount = /^[+-]?[0-9]{1,15}$/.test(change) ? Number(change) : Number.NaN
  return { change: amount, reason, note: fieldText(form, 'note'), key: fieldText(form, 'key') }
}
