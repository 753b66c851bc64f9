import { z } from 'zod'
import { reconcilePayments } from '#core/checkout/reconcile-payments.server.ts'
import type { Context } from '#core/context.ts'
import { ORDER_STATUSES, PAYMENT_STATUSES } from '#core/orders/order-status.ts'
import { execute, query, sql } from '#db/sql.ts'
import { payByCard } from '#sandbox/checkout-sessions.ts'
import { type Faults, setFaults } from '#sandbox/faults.ts'
import { deliverDueEvents } from '#sandbox/webhooks.ts'
import { runJobs } from './accounts.ts'
import { expectBalancedBooks } from './books.ts'
import { addressFor, type CheckoutOverrides, findStock, newIdempotencyKey } from './checkout.ts'
import { startSandboxPayments, WEBHOOK_SECRET } from './payments/sandbox-payments.ts'
import { test as base } from './store.ts'
import { createTestStore, type TestVisitor } from './test-store.ts'

export { expect } from './store.ts'

export const GOOD_CARD = '4242 4242 4242 4242'
export const DECLINED_CARD = '4000 0000 0000 0002'

export type StartedCheckout = { url: string; session_id: string; order_id: string }
type OrderItem = { product_id: string; quantity: number }

/** `test` with a store that accepts cards and a sandbox that sends webhooks only when the test delivers them. */
export const test = base.extend<{ paymentContext: Context; shop: CardStore }>({
  paymentContext: async ({ ctx, connection }, use) => {
    const { payments, close } = await startSandboxPayments(connection)
    await use({ ...ctx, payments })
    close()
  },
  shop: async ({ paymentContext, connection }, use) => use(createCardStore(paymentContext, connection)),
})

export type CardStore = ReturnType<typeof createCardStore>
type Connection = Parameters<typeof createTestStore>[0]

function createCardStore(ctx: Context, connection: Connection) {
  const testStore = createTestStore(connection, { payments: ctx.payments })
  const { pool } = connection
  const provider = testStore.visitor({ address: '203.0.113.9' })
  let guestCount = 0

  const postWebhook = (body: string, signature: string) =>
    provider.request('POST', '/api/webhooks/stripe', {
      text: body,
      headers: { 'stripe-signature': signature },
    })

  /** Each call is a new guest with an email address of their own. */
  function requestCheckout(
    items: OrderItem[],
    overrides: CheckoutOverrides = {},
    key = newIdempotencyKey(),
    visitor: TestVisitor = testStore.visitor(),
  ): Promise<Response> {
    const customer_email = `guest${++guestCount}@orchard.example`
    const shipping_address = { ...addressFor(overrides.region), email: undefined }
    const body = { items, shipping_address, customer_email, ...overrides }
    return visitor.post('/api/v1/functions/create-stripe-checkout', body, {
      headers: { 'idempotency-key': key },
    })
  }

  async function startCheckout(...args: Parameters<typeof requestCheckout>): Promise<StartedCheckout> {
    const response = await requestCheckout(...args)
    if (response.status !== 200)
      throw new Error(`Checkout returned ${response.status}: ${await response.text()}`)
    return response.json()
  }

  /** Delivers webhooks until none is due. */
  async function deliverWebhooks(): Promise<void> {
    const post = async (body: string, headers: Record<string, string>) =>
      postWebhook(body, headers['stripe-signature'] ?? '')
    while (await deliverDueEvents(pool, WEBHOOK_SECRET, post));
  }

  /** What the store's scheduled jobs do every minute. */
  async function settlePayments(): Promise<void> {
    await reconcilePayments(ctx)
    await runJobs(connection, ctx)
  }

  /** The fallback jobs of refunds wait a minute, in case the request that made them still sends them. */
  async function sendDelayedRefunds(): Promise<void> {
    await execute(ctx.db)`
      select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = 'send-refund'), run_at => now())`
    await settlePayments()
  }

  /** The checkout session expires here and at the provider. */
  async function expireCheckout({ session_id: id }: StartedCheckout): Promise<void> {
    const expiredNow = sql`expires_at = now() - interval '1 second'`
    await execute(ctx.db)`update payments set ${expiredNow} where provider_id = ${id}`
    await execute(ctx.db)`update sandbox.sessions set ${expiredNow} where id = ${id}`
    await settlePayments()
  }

  return {
    testStore,
    postWebhook,
    requestCheckout,
    startCheckout,
    deliverWebhooks,
    settlePayments,
    sendDelayedRefunds,
    expireCheckout,
    pay: ({ session_id }: StartedCheckout, card = GOOD_CARD) => payByCard(pool, session_id, card),
    verify: async (session_id: string) =>
      (await testStore.visitor().post('/api/v1/functions/verify-stripe-payment', { session_id })).json(),
    setFaults: (faults: Partial<Faults>) => setFaults(pool, faults),
    async findOrder({ order_id }: StartedCheckout) {
      const [order] = await query(
        ctx.db,
        z.strictObject({ status: z.enum(ORDER_STATUSES), payment_status: z.enum(PAYMENT_STATUSES) }),
      )`
        select status, payment_status from orders where id = ${order_id}`
      return order
    },
    /** The provider's ID of the payment. */
    async findIntentId({ session_id }: StartedCheckout): Promise<string> {
      const { rows } = await pool.query('select intent_id from sandbox.sessions where id = $1', [session_id])
      return rows[0]?.intent_id ?? ''
    },
    findStock: (productId: string) => findStock(ctx.db, productId),
    expectBalancedBooks: () => expectBalancedBooks(ctx.db),
  }
}
