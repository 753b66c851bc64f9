import { getRequestListener } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { reconcilePayments } from '#core/checkout/reconcile.server.ts'
import type { Context } from '#core/context.ts'
import { readConfig } from '#server/config.ts'
import { createPayments } from '#server/payments.ts'
import { sandboxApi } from '#server/sandbox/api.ts'
import { deliverDueEvents } from '#server/sandbox/deliver.ts'
import { type Faults, setFaults } from '#server/sandbox/faults.ts'
import { createSandboxSchema } from '#server/sandbox/keep.ts'
import { SANDBOX_KEY } from '#server/sandbox/open.ts'
import { payByCard } from '#server/sandbox/sessions.ts'
import { doJobs } from './accounts.ts'
import { booksAreStraight } from './books.ts'
import { addressFor, newKey, type Said } from './buying.ts'
import { serve } from './http.ts'
import { test as base } from './store.ts'
import { type Guest, openDoors } from './visitors.ts'

export { expect } from './store.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_tests'
export const GOOD_CARD = '4242 4242 4242 4242'
export const DECLINED_CARD = '4000 0000 0000 0002'

export type Begun = { url: string; session_id: string; order_id: string }
type Wish = { product_id: string; quantity: number }

/** `test` with a store that takes cards, and a sandbox whose post goes out when the test says so. */
export const test = base.extend<{ till: Context; shop: Shop }>({
  till: async ({ ctx, connection }, use) => {
    await createSandboxSchema(connection.pool)
    const url = await serve(getRequestListener(sandboxApi(connection.pool, SANDBOX_KEY).fetch))
    const env = {
      STRIPE_API_BASE: url,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_SECRET_KEY: SANDBOX_KEY,
    }
    await use({ ...ctx, payments: createPayments(readConfig({ STORE_DEMO: 'on', ...env })) })
  },
  shop: async ({ till, connection }, use) => use(openShop(till, connection)),
})

export type Shop = ReturnType<typeof openShop>
type Connection = Parameters<typeof openDoors>[0]

function openShop(till: Context, connection: Connection) {
  const doors = openDoors(connection, { payments: till.payments })
  const { pool } = connection
  const provider = doors.visitor({ address: '203.0.113.9' })
  let guests = 0

  const postWebhook = (body: string, signature: string) =>
    provider.ask('POST', '/api/webhooks/stripe', { text: body, headers: { 'stripe-signature': signature } })

  /** A guest of their own e-mail, who opens the provider's page. */
  function begin(
    items: Wish[],
    said: Said = {},
    key = newKey(),
    visitor: Guest = doors.visitor(),
  ): Promise<Response> {
    const customer_email = `guest${++guests}@orchard.example`
    const shipping_address = { ...addressFor(said.region), email: undefined }
    const body = { items, shipping_address, customer_email, ...said }
    return visitor.post('/api/v1/functions/create-stripe-checkout', body, {
      headers: { 'idempotency-key': key },
    })
  }

  async function begun(...asked: Parameters<typeof begin>): Promise<Begun> {
    const answer = await begin(...asked)
    if (answer.status !== 200) throw new Error(`No checkout: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  /** The postman comes by, until nothing more is due. */
  async function deliver(): Promise<void> {
    const post = async (body: string, headers: Record<string, string>) =>
      postWebhook(body, headers['stripe-signature'] ?? '')
    while (await deliverDueEvents(pool, WEBHOOK_SECRET, post));
  }

  /** What the store does by itself within a minute. */
  async function settleDown(): Promise<void> {
    await reconcilePayments(till)
    await doJobs(connection, till)
  }

  /** The time to pay runs out, here and at the provider. */
  async function letLapse({ session_id: id }: Begun): Promise<void> {
    const over = sql`expires_at = now() - interval '1 second'`
    await till.db.execute(sql`update payments set ${over} where provider_id = ${id}`)
    await till.db.execute(sql`update sandbox.sessions set ${over} where id = ${id}`)
    await settleDown()
  }

  return {
    doors,
    postWebhook,
    begin,
    begun,
    deliver,
    settleDown,
    letLapse,
    pay: ({ session_id }: Begun, card = GOOD_CARD) => payByCard(pool, session_id, card),
    verify: async (session_id: string) =>
      (await doors.visitor().post('/api/v1/functions/verify-stripe-payment', { session_id })).json(),
    faults: (faults: Partial<Faults>) => setFaults(pool, faults),
    async order({ order_id }: Begun): Promise<Record<string, unknown> | undefined> {
      const { rows } = await till.db.execute(
        sql`select status, payment_status from orders where id = ${order_id}`,
      )
      return rows[0]
    },
    /** Under this the provider knows what was paid. */
    async intent({ session_id }: Begun): Promise<string> {
      const { rows } = await pool.query('select intent_id from sandbox.sessions where id = $1', [session_id])
      return rows[0]?.intent_id ?? ''
    },
    async stock(productId: string): Promise<number> {
      const { rows } = await till.db.execute(
        sql`select available from stock_levels where product_id = ${productId}`,
      )
      return Number(rows[0]?.available)
    },
    straight: () => booksAreStraight(till.db),
  }
}
