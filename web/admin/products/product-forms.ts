import { redirect, replace } from 'react-router'
import { discardDraft } from '#core/catalog/discard-draft.server.ts'
import {
  duplicateProduct,
  editProduct,
  restorePublishStatus,
  setPublishStatus,
} from '#core/catalog/save-product.server.ts'
import { setProductPictures } from '#core/catalog/set-product-pictures.server.ts'
import { adjustStock } from '#core/catalog/stock.server.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { setFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import type { FormHandler } from '#web/forms/handle-form.ts'
import { adminBasePath } from '../admin-context.ts'
import { readProductForm } from './read-product-form.ts'
import { readPreviousStatuses } from './undo-status-change.tsx'

/** Keyed by the path of each form in routes.ts. */
export const PRODUCT_FORMS: Record<string, FormHandler<{ ctx: Context; id: string }>> = {
  '': async ({ ctx, id, form }) => {
    await editProduct(ctx, id, { ...readProductForm(form), edition: Number(form.get('edition')) })
    return 'product-saved'
  },
  stock: async ({ ctx, id, form }) => {
    await adjustStock(ctx, id, readStockChange(form))
    return 'stock-changed'
  },
  pictures: async ({ ctx, id, form }) => {
    await setProductPictures(ctx, id, form.getAll('picture').map(String))
    return 'pictures-saved'
  },
  archive: async ({ ctx, id, context, url }) => {
    const [before] = await setPublishStatus(ctx, [id], 'archived')
    setFlash(context, 'product-archived')
    return replace(`${adminBasePath(url)}/products/${id}${before ? `?was=${before.was}` : ''}`)
  },
  restore: async ({ ctx, form }) => {
    await restorePublishStatus(ctx, readPreviousStatuses(form.getAll('was')).slice(0, 1))
    return 'product-restored'
  },
  duplicate: async ({ ctx, id, context, url }) => {
    const copy = await duplicateProduct(ctx, id)
    setFlash(context, 'product-duplicated')
    return redirect(`${adminBasePath(url)}/products/${copy.id}?copy=${id}`)
  },
  discard: async ({ ctx, id, context, form, url }) => {
    await discardDraft(ctx, id)
    setFlash(context, 'copy-discarded')
    return redirect(`${adminBasePath(url)}/products/${encodeURIComponent(fieldText(form, 'copy'))}`)
  },
}

function readStockChange(form: FormData) {
  const change = fieldText(form, 'change').trim()
  const reason = STOCK_REASONS.find((candidate) => candidate === form.get('reason'))
  if (!reason) throw new Refusal('invalid_input', 'Choose a reason.', { reason: 'Choose a reason.' })
  const amount = /^[+-]?[0-9]{1,15}$/.test(change) ? Number(change) : Number.NaN
  return { change: amount, reason, note: fieldText(form, 'note'), key: fieldText(form, 'key') }
}
