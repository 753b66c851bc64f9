import { bookSales } from '#core/accounting/post-entries.server.ts'
import { placeOrder } from '#core/checkout/place-order.server.ts'
import { prepareCardPayment } from '#core/checkout/prepare-card-payment.server.ts'
import { settlePayment } from '#core/checkout/settle-payment.server.ts'
import { store as storeActor } from '#core/context.ts'
import { createIdempotencyKey } from '#core/orders/idempotency.server.ts'
import { updateOrderStatus } from '#core/orders/update-order-status.server.ts'
import type { CheckoutSession } from '#core/payments/payment.ts'
import { shippingAddress } from '../customers/customers.ts'
import { demoSamples } from '../samples.ts'
import {
  accountContext,
  adminContext,
  buildContext,
  lookUp,
  type SeedEvent,
  type SeedStore,
} from '../seed-store.ts'
import type { DemoOrder } from './demo-orders.ts'
import { demoSource } from './order-sources.ts'

export function orderEvents(order: DemoOrder): SeedEvent[] {
  return [
    { at: order.placedAt, run: (store) => place(store, order) },
    { at: order.paidAt, run: (store) => pay(store, order) },
    ...order.statusChanges.map(({ to, at }) => ({
      at,
      async run(store: SeedStore) {
        await updateOrderStatus(adminContext(store, at), order.number, { to })
      },
    })),
  ]
}

const GIFT_MESSAGES: Record<string, string> = {
  4: 'Happy birthday, Mum.\nFor slow evenings. With love',
  8: 'Welcome home, both of you!',
}

/** Like the checkout, but the card provider's page never opens. */
async function place(store: SeedStore, { number, buyer, lines, code, placedAt }: DemoOrder): Promise<void> {
  const ctx = accountContext(store, buyer.email, placedAt)
  const purchase = {
    lines: lines.map(({ slug, quantity }) => ({ productId: lookUp(store.productIds, slug), quantity })),
    address: shippingAddress(buyer),
    region: buyer.region,
    code,
    method: 'card' as const,
    source: demoSource(number),
    samples: demoSamples(store, { number, lines }),
    giftMessage: GIFT_MESSAGES[number.slice(-1)] ?? null,
  }
  const preparation = await prepareCardPayment(ctx, ctx.db, { browserOrders: [] })
  const key = createIdempotencyKey(ctx, 'card', number, purchase)
  const { order } = await placeOrder(ctx, purchase, key, async () => preparation)
  if (order?.number !== number) throw new Error(`Order ${number} was numbered ${order?.number}`)
  const session: CheckoutSession = {
    id: `cs_demo_${number}`,
    url: null,
    clientSecret: null,
    state: 'complete',
    paid: true,
    failed: false,
    amount: order.total,
    currency: order.currency,
    intentId: `pi_demo_${number}`,
    paymentId: preparation.payment?.id ?? null,
    createdAt: ctx.now,
  }
  store.checkouts.set(number, { orderId: order.id, session })
}

async function pay(store: SeedStore, { number, paidAt }: DemoOrder): Promise<void> {
  const ctx = buildContext(store, storeActor, paidAt)
  const { orderId, session } = lookUp(store.checkouts, number)
  await settlePayment(ctx, session)
  await bookSales(ctx, [orderId])
}
