import { chooseBatch } from '#core/batches/assign-batches.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { correctTracking } from '#core/orders/admin/correct-tracking.server.ts'
import { addOrderNote } from '#core/orders/admin/order-notes.server.ts'
import { tagOrders, untagOrder } from '#core/orders/admin/order-tags.server.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { captureNow } from '#core/orders/authorizations/capture-order.server.ts'
import { resendOrderEmail } from '#core/orders/emails/resend-order-email.server.ts'
import { completeExchange } from '#core/orders/exchanges/complete-exchange.server.ts'
import { lookUpOrder } from '#core/orders/find-order.server.ts'
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
import { eraseGuestOfOrder } from '#core/privacy/erase-customer.server.ts'
import type { AdminNotice } from '#web/forms/admin-notices.ts'
import { fieldErrors, fieldText } from '#web/forms/form-result.ts'
import type { AdminForm } from '../admin-route.ts'
import { runWithApproval } from '../approvals/run-with-approval.ts'
import { readAmount, readRefundForm, readRestockedLines } from './read-refund-form.ts'

/** A form about an order that the handler doesn't read itself. */
const forOrder =
  (handle: (ctx: Context, orderId: string, form: FormData) => Promise<AdminNotice>): AdminForm =>
  async ({ ctx, form, params }) =>
    handle(ctx, (await lookUpOrder(ctx, params.number ?? '')).id, form)

/** Keyed by the path of each form in routes.ts. */
export const ORDER_FORMS: Record<string, AdminForm> = {
  shipment: async ({ ctx, form, params: { number = '' } }) => {
    await shipOrder(ctx, number, readTracking(Object.fromEntries(form)))
    return 'order-updated'
  },
  charge: async ({ ctx, params: { number = '' } }) => {
    await captureNow(ctx, number)
    return 'order-charge-requested'
  },
  status: async ({ ctx, form, params: { number = '' } }) => {
    const update = StatusUpdate.safeParse(Object.fromEntries(form))
    if (!update.success) throw new Refusal('invalid_input', 'Choose a valid order status.')
    return runWithApproval(ctx, form, 'order-updated', () => updateOrderStatus(ctx, number, update.data))
  },
  batches: forOrder(async (ctx, id, form) => {
    await chooseBatch(ctx, id, {
      productId: fieldText(form, 'productId'),
      from: fieldText(form, 'from') || null,
      to: fieldText(form, 'to'),
      quantity: Number(fieldText(form, 'quantity')),
    })
    return 'order-batch-changed'
  }),
  tracking: forOrder(async (ctx, id, form) => {
    const tracking = readTracking(Object.fromEntries(form))
    await correctTracking(ctx, id, { ...tracking, send_email: form.has('send_email') })
    return 'tracking-corrected'
  }),
  refunds: forOrder(async (ctx, id, form) => {
    const refund = readRefundForm(form)
    return runWithApproval(ctx, form, 'order-refunded', () =>
      refundOrder(ctx, id, refund, fieldText(form, 'key')),
    )
  }),
  'refunds/:refund/retry': async ({ ctx, form, params: { refund = '' } }) =>
    runWithApproval(ctx, form, 'order-refunded', () => retryRefund(ctx, refund)),
  'refunds/:refund/resolution': async ({ ctx, params: { refund = '' } }) => {
    await resolveRefund(ctx, refund)
    return 'refund-resolved'
  },
  tags: forOrder(async (ctx, id, form) => {
    await tagOrders(ctx, [id], fieldText(form, 'tag'))
    return 'tags-updated'
  }),
  'tags/removal': forOrder(async (ctx, id, form) => {
    await untagOrder(ctx, id, fieldText(form, 'tag'))
    return 'tags-updated'
  }),
  erasure: forOrder((ctx, id, form) =>
    runWithApproval(ctx, form, 'customer-erased', () => eraseGuestOfOrder(ctx, id)),
  ),
  notes: forOrder(async (ctx, id, form) => {
    await addOrderNote(ctx, id, fieldText(form, 'note'))
    return 'note-added'
  }),
  emails: forOrder(async (ctx, id, form) => {
    await resendOrderEmail(ctx, id, fieldText(form, 'email'))
    return 'email-resent'
  }),
  'returns/:return/receipt': async ({ ctx, params }) => {
    await receiveReturn(ctx, params.return ?? '')
    return 'return-updated'
  },
  'returns/:return/inspection': async ({ ctx, form, params }) => {
    await inspectReturn(ctx, params.return ?? '', readNote(form, 'note'))
    return 'return-updated'
  },
  'returns/:return/refund': async ({ ctx, form, params }) => {
    const resolution = fieldText(form, 'resolution') === 'store_credit' ? 'store_credit' : 'refund'
    const refund = { amount: readAmount(form), restock: readRestockedLines(form), resolution } as const
    return runWithApproval(ctx, form, 'return-updated', () => closeReturn(ctx, params.return ?? '', refund))
  },
  'returns/:return/exchange': async ({ ctx, form, params }) => {
    const completion = { restock: readRestockedLines(form) }
    return runWithApproval(ctx, form, 'return-updated', () =>
      completeExchange(ctx, params.return ?? '', completion),
    )
  },
  'returns/:return/decline': async ({ ctx, form, params }) => {
    await declineReturn(ctx, params.return ?? '', readNote(form, 'reason'))
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
