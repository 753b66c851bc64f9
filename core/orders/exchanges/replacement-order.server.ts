import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { emptyValues } from '#core/fields/fields.ts'
import { newId } from '#core/ids.ts'
import { jobRows } from '#core/outbox/outbox.server.ts'
import { updateToPaid } from '#core/payments/payments.server.ts'
import { toBaseAmount } from '#core/pricing/quote.ts'
import { DAY_MS } from '#core/time-units.ts'
import { execute } from '#db/sql.ts'
import { isBlockedCustomerError } from '../constraint-errors.ts'
import { createOrder } from '../create-order.server.ts'
import type { Order } from '../order.ts'
import { ORDER_FIELDS } from '../order-fields.ts'
import { insertHeldSale } from '../order-stock.server.ts'
import { updatePaymentStatus } from '../order-transition.server.ts'
import type { ExchangePrice } from './exchange-price.ts'

/** For this long, the customer can pay the difference. */
export const DIFFERENCE_DAYS = 7

type ReplacementOrder = { order: Order; price: ExchangePrice; creditId: string; actorId: string }

/** The order that sends the replacements, paid with the value of what they replace. `ctx.db` is the transaction. */
export async function createReplacementOrder(
  ctx: Context,
  { order, price, creditId, actorId }: ReplacementOrder,
): Promise<Order> {
  const { items, credit, due, subtotal, discount, tax, total } = price
  const { userId, email, region, currency, rate, taxPercent, taxIncluded, shippingAddress, returnDays } =
    order
  const paymentId = newId('payment')
  const replacement = await createOrder(ctx.db, {
    ...{ userId, email, region, currency, rate, taxPercent, taxIncluded, shippingAddress, returnDays },
    ...{ items, subtotal, discount, tax, total, shipping: 0, shippingTax: 0 },
    ...emptyValues(ORDER_FIELDS),
    id: newId('order'),
    baseTotal: toBaseAmount(total, rate),
    kind: 'products',
    ...{ offerCode: null, offerId: null, offerTitle: null, source: null, clearCartUserId: null },
    giftCardAmount: credit,
    giftCards: [{ last4: null, amount: credit }],
    giftCardPayments: [{ giftCardId: creditId, amount: credit }],
    paymentMethod: 'card',
    status: 'pending',
    paymentStatus: 'pending',
    createdAt: ctx.now,
    payment: {
      id: paymentId,
      expiresAt: new Date(ctx.now.getTime() + DIFFERENCE_DAYS * DAY_MS),
      network: null,
      link: true,
    },
    keyHash: '',
    jobs: [],
  }).catch((error) => {
    if (!isBlockedCustomerError(error)) throw error
    throw new Refusal('conflict', 'This customer is blocked, so nothing can be sent to them. Refund instead.')
  })
  await execute(ctx.db)`
    update order_steps set actor = 'admin', actor_id = ${actorId}, note = ${`Exchange for order #${order.number}`}
    where order_id = ${replacement.id}`
  if (due === 0) await markReplacementPaid(ctx, replacement, paymentId)
  return replacement
}

/** The email about the exchange takes the place of the order's confirmation. */
async function markReplacementPaid(
  { db, now: at }: Context,
  { id }: Order,
  paymentId: string,
): Promise<void> {
  const bookSale = { name: 'book-sale', payload: { orderId: id }, key: `book-sale:${id}` } as const
  await execute(db)`
    with payment as (${updateToPaid(paymentId, { id: `free_${paymentId}`, intentId: null, at })}),
      stock as (${insertHeldSale(id, at)}),
      paid as (${updatePaymentStatus(id, { status: 'paid', at })})
    select outbox_add(${jobRows([bookSale])})`
}
