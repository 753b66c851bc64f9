import type { Context } from '#core/context.ts'
import { execute } from '#db/sql.ts'
import { payByCard } from '#sandbox/checkout-sessions.ts'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS, newIdempotencyKey } from '#test/checkout.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { test as base, expect } from '#test/page-test.ts'
import { loadPages } from '#test/pages.tsx'
import { startSandboxPayments } from '#test/payments/sandbox-payments.ts'
import { type PlainBrowser, plainBrowser } from '#test/plain-browser.ts'
import { createTestStore } from '#test/test-store.ts'

/** A guest of a store that accepts cards. */
const test = base.extend('buyer', async ({ connection }, { onCleanup }) => {
  const { payments, close } = await startSandboxPayments(connection)
  onCleanup(close)
  const options = { payments, pages: await loadPages() }
  return plainBrowser(createTestStore(connection, options).visitor())
})

/** Without scripts, the page has a button for this. */
const checkPayment = ({ open }: Pick<PlainBrowser, 'open'>, session_id: string) =>
  open(`/payment-success?session_id=${session_id}`, new URLSearchParams({ session_id }))

const linksOf = ({ root }: { root: Markup }, name: string) =>
  findAll(root, ({ tag }) => tag === 'main')
    .flatMap((main) => findAll(main, (element) => element.tag === 'a' && textOf(element) === name))
    .map(({ attributes }) => attributes.href)

async function startPayment(
  ctx: Context,
  buyer: PlainBrowser,
): Promise<{ sessionId: string; total: number }> {
  const { id } = await buildProduct(ctx)
  const items = [{ product_id: id, quantity: 1 }]
  const { total } = await (await buyer.post('/api/v1/quote', { items, region: 'US' })).json()
  const body = { items, shipping_address: { ...ADDRESS, email: undefined }, customer_email: ADDRESS.email }
  const headers = { 'idempotency-key': newIdempotencyKey() }
  const checkout = await buyer.post('/api/v1/functions/create-stripe-checkout', body, { headers })
  return { sessionId: (await checkout.json()).session_id, total }
}

test('a paid order shows its number and amount, with links to the shop and the orders', async ({
  ctx,
  connection,
  buyer,
}) => {
  const { sessionId, total } = await startPayment(ctx, buyer)
  await payByCard(connection.pool, sessionId, '4242 4242 4242 4242')
  const result = await checkPayment(buyer, sessionId)
  expect(result.heading).toBe('Payment Successful!')
  const details = findAll(result.root, ({ tag }) => tag === 'dd').map(textOf)
  expect(details).toEqual([expect.stringMatching(/^EB\d{6,}$/), `$${(total / 100).toFixed(2)}`])
  expect(linksOf(result, 'Continue Shopping')).toEqual(['/'])
  expect(linksOf(result, 'View Orders')).toEqual(['/profile'])
})

test('an unknown payment has failed, with links to the checkout and the home page', async ({ buyer }) => {
  for (const result of [await checkPayment(buyer, 'cs_orchard'), await buyer.open('/payment-success')]) {
    expect(result.heading).toBe('Payment Failed')
    expect(linksOf(result, 'Try Again')).toEqual(['/checkout'])
    expect(linksOf(result, 'Back to Home')).toEqual(['/'])
  }
})

test('a failed payment of an order with a payment link leads to the link, not to the checkout', async ({
  ctx,
  buyer,
}) => {
  const { sessionId } = await startPayment(ctx, buyer)
  await execute(ctx.db)`update payments set link = true where provider_id = ${sessionId}`
  const result = await checkPayment(buyer, sessionId)
  expect(result.heading).toBe('Payment Failed')
  expect(result.text).toContain('open the link in your email')
  expect(linksOf(result, 'Try Again')).toEqual([])
})
