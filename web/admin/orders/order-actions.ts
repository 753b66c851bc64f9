import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { correctTracking } from '#core/orders/admin/correct-tracking.server.ts'
import { addOrderNote } from '#core/orders/admin/order-notes.server.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { resendOrderEmail } from '#core/orders/emails/resend-order-email.server.ts'
import { resolveRefund, retryRefund } from '#core/orders/refunds/failed-refunds.server.ts'
import { refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import {
  closeReturn,
  declineReturn,
  inspectReturn,
  receiveReturn,
} from '#core/orders/returns/process-return.server.ts'
import { ReturnNote } from '#core/orders/returns/return-request.ts'
import { StatusUpdate, TrackingDetails, updateOrderStatus } from '#core/orders/update-order-status.server.ts'
import type { AdminNotice } from '#web/forms/admin-notices.ts'
import { fieldErrors, fieldText } from '#web/forms/form-result.ts'
import { readAmount, readRefundForm, readRestockedLines } from './read-refund-form.ts'

type OrderAction = (ctx: Context, orderId: string, form: FormData) => Promise<AdminNotice>

/** Keyed by the `act` value that each form of the order page submits. */
export const orderActions: Record<string, OrderAction> = {
  'update-status': async (ctx, id, form) => {
    const update = StatusUpdate.safeParse(Object.fromEntries(form))
    if (!update.success) throw new Refusal('invalid_input', 'Choose a valid order status.')
    await updateOrderStatus(ctx, id, update.data)
    return 'order-updated'
  },
  ship: async (ctx, id, form) => {
    await shipOrder(ctx, id, readTracking(Object.fromEntries(form)))
    return 'order-updated'
  },
  'correct-tracking': async (ctx, id, form) => {
    const tracking = readTracking(Object.fromEntries(form))
    await correctTracking(ctx, id, { ...tracking, send_email: form.has('send_email') })
    return 'tracking-corrected'
  },
  refund: async (ctx, id, form) => {
    await refundOrder(ctx, id, readRefundForm(form), fieldText(form, 'key'))
    return 'order-refunded'
  },
  'retry-refund': async (ctx, _, form) => {
    await retryRefund(ctx, fieldText(form, 'refund'))
    return 'order-refunded'
  },
  'resolve-refund': async (ctx, _, form) => {
    await resolveRefund(ctx, fieldText(form, 'refund'))
    return 'refund-resolved'
  },
  note: async (ctx, id, form) => {
    await addOrderNote(ctx, id, fieldText(form, 'note'))
    return 'note-added'
  },
  'resend-email': async (ctx, id, form) => {
    await resendOrderEmail(ctx, id, fieldText(form, 'letter'))
    return 'email-resent'
  },
  'receive-return': async (ctx, _, form) => {
    await receiveReturn(ctx, fieldText(form, 'return'))
    return 'return-updated'
  },
  'decline-return': async (ctx, _, form) => {
    await declineReturn(ctx, fieldText(form, 'return'), readNote(form, 'reason'))
    return 'return-updated'
  },
  'inspect-return': async (ctx, _, form) => {
    await inspectReturn(ctx, fieldText(form, 'return'), readNote(form, 'note'))
    return 'return-updated'
  },
  'close-return': async (ctx, _, form) => {
    await closeReturn(ctx, fieldText(form, 'return'), {
      amount: readAmount(form),
      restock: readRestockedLines(form),
    })
    return 'return-updated'
  },
}

export function readTracking(typed: Record<string, unknown>): TrackingDetails {
  const tracking = TrackingDetails.safeParse(typed)
  if (tracking.success) return tracking.data
  const fields = fieldErrors(tracking.error)
  throw new Refusal('invalid_input', Object.values(fields)[0] ?? 'Check the tracking details.', fields)
}

function readNote(form: FormData, name: string): string {
  const note = ReturnNote.safeParse(fieldText(form, name))
  if (note.success) return note.data
  const message = note.error.issues[0]?.message ?? 'Check this text.'
  throw new Refusal('invalid_input', message, { [name]: message })
}
