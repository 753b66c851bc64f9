import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import { completeFreeOrder } from '../checkout/card-checkout.server.ts'
import { limitPlacement, placeInTransaction } from '../checkout/place-order.server.ts'
import type { Purchase } from '../checkout/purchase.ts'
import type { Context } from '../context.ts'
import { invalidInput, parseForm, Refusal } from '../errors.ts'
import { MAX_GIFT_CARDS } from '../gift-cards/gift-card.ts'
import { newId } from '../ids.ts'
import { CURRENCIES } from '../money.ts'
import { createIdempotencyKey } from '../orders/idempotency.server.ts'
import { addressProblems, invalidFormMessage } from '../orders/shipping-address.ts'
import { newPayment } from '../payments/payments.server.ts'
import { DAY_MS } from '../time-units.ts'
import { PAYMENT_LINK_DAYS, STAFF_SOURCE } from './draft-order.ts'
import { createDraftOrder, deleteDraftOrder, lockUnsentDraft } from './edit-draft-order.server.ts'
import { type DraftOrder, requireDraft } from './find-draft-order.server.ts'
import { enqueueLinkEmail } from './payment-link-email.server.ts'

const Sending = z.object({
  /** The draft that staff saw. */
  version: z.int().optional(),
  /** The total that they saw. The draft isn't sent at another one. */
  expectedTotal: z.int().optional(),
  expectedCurrency: z.enum(CURRENCIES).optional(),
  giftCardCodes: z.array(z.string()).max(MAX_GIFT_CARDS).default([]),
})

/**
 * Places the order, on the terms of this moment. Its stock is held until the payment link expires. If gift cards pay all of
 * it, it is paid at once; otherwise the customer gets the link by email.
 */
export async function sendDraftOrder(ctx: Context, id: string, input: unknown): Promise<DraftOrder> {
  const {
    version,
    expectedTotal: total,
    expectedCurrency: currency,
    giftCardCodes,
  } = parseForm(Sending, input)
  const { id: placedBy } = requirePermission(ctx.actor, 'orders.create')
  const current = await requireDraft(ctx.db, id)
  if (!ctx.payments)
    throw new Refusal('unavailable', 'Card payments aren’t set up yet, so nothing can be sent to pay.')
  const attempt = {
    lines: current.items,
    code: current.offerCode ?? '',
    onBehalfOf: { userId: current.userId, placedBy },
  }
  await limitPlacement(ctx, attempt, () =>
    staffTransaction(ctx, 'orders.create', async (tx) => {
      // What was limited above is what is placed.
      const draft = await lockUnsentDraft(tx, id, version ?? current.version)
      const giftCards = giftCardCodes.length ? { codes: giftCardCodes, useCredit: false } : undefined
      const purchase = { ...toPurchase(draft), ...attempt, expected: { total, currency }, giftCards }
      await placeDraft(ctx, tx, draft, purchase)
    }),
  )
  return requireDraft(ctx.db, id)
}

function toPurchase({ shippingAddress, region, email }: DraftOrder): Omit<Purchase, 'lines' | 'code'> {
  if (!shippingAddress) throw invalidInput('shippingAddress', 'Enter the shipping address first.')
  const problems = addressProblems(shippingAddress, region)
  if (Object.keys(problems).length)
    throw new Refusal('invalid_input', invalidFormMessage(shippingAddress, problems), problems)
  const unknown = { medium: null, campaign: null, ref: null, referrer: null }
  const source = { source: STAFF_SOURCE, ...unknown }
  return { address: { ...shippingAddress, email }, region, method: 'card', source }
}

async function placeDraft(ctx: Context, tx: Db, draft: DraftOrder, purchase: Purchase): Promise<void> {
  const { id, version } = draft
  if (!draft.items.length) throw invalidInput('items', 'Add a product first.')
  const expiresAt = new Date(ctx.now.getTime() + PAYMENT_LINK_DAYS * DAY_MS)
  const key = createIdempotencyKey(ctx, 'draft order', id, version)
  const payment = { id: newId('payment'), expiresAt, network: null, link: true }
  const { order } = await placeInTransaction(ctx, tx, purchase, key, async () => ({ payment, jobs: [] }))
  if (!order) throw new Error(`Draft order ${id} was sent before, but refers to no order`)
  await execute(tx)`
    update draft_orders set version = version + 1, order_id = ${order.id}, sent_at = ${ctx.now},
      sent_by = ${purchase.onBehalfOf?.placedBy ?? null}, expires_at = ${expiresAt}, updated_at = ${ctx.now}
    where id = ${id}`
  await execute(tx)`
    insert into order_notes (order_id, actor_id, note, at)
    select ${order.id}, actor_id, note, at from draft_order_notes where draft_id = ${id} order by id`
  await writeAudit(
    ctx,
    { action: 'order-draft-sent', subject: id, after: { order: order.number, total: order.total } },
    tx,
  )
  const inTransaction = { ...ctx, db: tx }
  if (order.giftCardAmount === order.total)
    await completeFreeOrder(inTransaction, order, newPayment({ ...payment, order }))
  else await enqueueLinkEmail(inTransaction, await requireDraft(tx, id), order)
}

/** In one request. An order that can't be placed leaves no draft. With a key, a repeated request gets the same draft. */
export async function orderForCustomer(
  ctx: Context,
  input: unknown,
  key: string,
  sending: Omit<z.input<typeof Sending>, 'version'> = {},
): Promise<DraftOrder> {
  const { id, orderId, version } = await createDraftOrder(ctx, input, key)
  if (orderId) return requireDraft(ctx.db, id)
  try {
    return await sendDraftOrder(ctx, id, { ...sending, version })
  } catch (error) {
    // The same request may have just sent it.
    const draft = await requireDraft(ctx.db, id)
    if (draft.orderId) return draft
    await deleteDraftOrder(ctx, id)
    throw error
  }
}
