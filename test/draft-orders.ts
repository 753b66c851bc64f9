import type { Context } from '#core/context.ts'
import { createDraftOrder } from '#core/draft-orders/edit-draft-order.server.ts'
import type { DraftOrder } from '#core/draft-orders/find-draft-order.server.ts'
import { type PaymentLink, paymentLink } from '#core/draft-orders/payment-link.ts'
import { sendDraftOrder } from '#core/draft-orders/send-draft-order.server.ts'
import { asCustomer } from './accounts.ts'
import { buildProduct } from './builders.ts'
import { ADDRESS } from './checkout.ts'

let callerCount = 0

export const asSupport = <Base extends Context>(ctx: Base) => asCustomer(ctx, { staffRole: 'support' })

/** By default one product for $48.00: $61.84 with shipping and tax, for someone without an account. */
export async function buildDraft(staff: Context, overrides: object = {}): Promise<DraftOrder> {
  const items = [{ productId: (await buildProduct(staff, { stock: 5 })).id, quantity: 1 }]
  const email = `caller${++callerCount}@orchard.example`
  return createDraftOrder(staff, { email, items, region: 'US', shippingAddress: ADDRESS, ...overrides })
}

export async function buildSentDraft(
  staff: Context,
  overrides: object = {},
): Promise<DraftOrder & { orderId: string; link: PaymentLink }> {
  const draft = await buildDraft(staff, overrides)
  const sent = await sendDraftOrder(staff, draft.id, {})
  if (!sent.orderId) throw new Error('The draft has no order')
  return { ...sent, orderId: sent.orderId, link: linkOf(staff, sent.id) }
}

export function linkOf({ settings }: Context, id: string): PaymentLink {
  return { id, key: new URL(paymentLink(settings, id)).searchParams.get('key') ?? '' }
}
