import { DraftAddress } from '#core/draft-orders/draft-order-change.ts'
import { addDraftNote } from '#core/draft-orders/draft-order-notes.server.ts'
import {
  addDraftItem,
  changeDraftOrder,
  deleteDraftOrder,
} from '#core/draft-orders/edit-draft-order.server.ts'
import { cancelPaymentLink, resendPaymentLink } from '#core/draft-orders/manage-payment-link.server.ts'
import { sendDraftOrder } from '#core/draft-orders/send-draft-order.server.ts'
import { parseForm } from '#core/errors.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { adminBasePath } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'

const ADDRESS_FIELDS = [
  'firstName',
  'lastName',
  'address',
  'city',
  'state',
  'zipCode',
  'mobileNumber',
] as const

/** Keyed by the path of each form in screens.ts. */
export const DRAFT_FORMS: Record<string, AdminForm> = {
  items: async ({ ctx, form, params: { id = '' } }) => {
    await addDraftItem(ctx, id, { productId: fieldText(form, 'productId'), quantity: 1 }, readVersion(form))
    return 'draft-saved'
  },
  quantities: async ({ ctx, form, params: { id = '' } }) => {
    await changeDraftOrder(ctx, id, { items: readItems(form) }, readVersion(form))
    return 'draft-saved'
  },
  details: async ({ ctx, form, params: { id = '' } }) => {
    const text = (name: string) => fieldText(form, name)
    const address = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, text(name)]))
    const isAddressGiven = Object.values(address).some((value) => value.trim())
    const change = { region: text('region'), code: text('code'), message: text('message') }
    const shippingAddress = isAddressGiven ? parseForm(DraftAddress, address) : null
    await changeDraftOrder(ctx, id, { ...change, shippingAddress }, readVersion(form))
    return 'draft-saved'
  },
  notes: async ({ ctx, form, params: { id = '' } }) => {
    await addDraftNote(ctx, id, fieldText(form, 'note'))
    return 'note-added'
  },
  send: async ({ ctx, form, params: { id = '' } }) => {
    const code = fieldText(form, 'gift_card_codes').trim()
    const { status } = await sendDraftOrder(ctx, id, {
      version: readVersion(form),
      expectedTotal: Number(fieldText(form, 'total')),
      expectedCurrency: fieldText(form, 'currency'),
      giftCardCodes: code ? [code] : [],
    })
    return status === 'paid' ? 'draft-paid' : 'draft-sent'
  },
  emails: async ({ ctx, params: { id = '' } }) => {
    await resendPaymentLink(ctx, id)
    return 'payment-link-resent'
  },
  cancellation: async ({ ctx, params: { id = '' } }) => {
    await cancelPaymentLink(ctx, id)
    return 'payment-link-cancelled'
  },
  removal: async ({ ctx, context, url, params: { id = '' } }) => {
    await deleteDraftOrder(ctx, id)
    return redirectWithFlash(context, 'draft-deleted', `${adminBasePath(url)}/orders/drafts`)
  },
}

const readVersion = (form: FormData) => Number(fieldText(form, 'version'))

/** A quantity of 0 removes the product. */
function readItems(form: FormData): { productId: string; quantity: number }[] {
  return form
    .getAll('productId')
    .map(String)
    .map((productId) => ({ productId, quantity: Number(fieldText(form, `quantity.${productId}`)) }))
    .filter(({ quantity }) => quantity !== 0)
}
