import { setGiftCardEnabled } from '#core/gift-cards/manage-gift-cards.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, findSentEmails, runJobs, signInVisitor } from '#test/accounts.ts'
import { test as base, expect } from '#test/card-store.ts'
import { sellGiftCards } from '#test/gift-card-orders.ts'
import { loadPages } from '#test/pages.tsx'
import { plainBrowser } from '#test/plain-browser.ts'
import { createTestStore } from '#test/test-store.ts'

type Browser = ReturnType<typeof plainBrowser>

/** A store that sells gift cards, and accepts cards. */
const test = base.extend<{ guest: Browser; customer: Browser }>({
  guest: async ({ ctx, connection, paymentContext: { payments } }, use) => {
    await sellGiftCards(ctx)
    const store = createTestStore(connection, { pages: await loadPages(), payments })
    await use(plainBrowser(store.visitor()))
  },
  customer: async ({ ctx, connection, paymentContext: { payments } }, use) => {
    await sellGiftCards(ctx)
    const store = createTestStore(connection, { pages: await loadPages(), payments })
    await use(plainBrowser(await signInVisitor(store, ctx.db)))
  },
})

const TYPED = {
  'Their name (optional)': 'Ada',
  'Their email *': 'ada@orchard.example',
  'Message (optional)': 'Happy birthday 💐\nمع الحب',
  'Your name *': 'Grace',
  'Your email *': 'grace@gifts.example',
}

test('a guest buys a gift card without scripts, opens it, and checks its balance', async ({
  guest,
  paymentContext: ctx,
  connection,
  shop,
}) => {
  const page = await guest.open('/gift-cards')
  expect(page.links('Check a balance')).toContain('/gift-cards/balance')
  const payment = await page.submit('Continue to payment', TYPED)
  const { rows: sessions } = await connection.pool.query('select provider_id, amount from payments')
  expect(sessions).toMatchObject([{ amount: 2500 }])
  expect(payment.text).toContain('25.00')
  await shop.pay({ session_id: sessions[0].provider_id, order_id: '', url: '' })
  await shop.settlePayments()
  const toBuyer = await findSentEmails(connection, 'grace@gifts.example')
  expect(toBuyer.map(({ kind }) => kind)).toEqual(['order-confirmed'])
  expect(toBuyer[0]?.text).toMatch(/email(ed)? the gift card to Ada \(ada@orchard.example\) on/)
  const [toAda] = await findSentEmails(connection, 'ada@orchard.example')
  expect(toAda).toMatchObject({ kind: 'gift-card' })
  const link = new URL(/https?:\S+\/gift-cards\/gft_\S+/.exec(toAda?.text ?? '')?.[0] ?? '')
  const redirected = await guest.get(link.pathname + link.search)
  expect(redirected.url ?? '').not.toContain('key=')
  const card = await guest.open(link.pathname)
  expect(card.text).toContain('$25.00')
  expect(card.text).toContain('For Ada')
  expect(card.text).toContain('From Grace')
  const code = /([0-9A-Z]{4}-){6}[0-9A-Z]{2}/.exec(card.text)?.[0] ?? ''
  expect(toAda?.text).toContain(code)
  const balance = await guest.open('/gift-cards/balance')
  const wrong = await balance.submit('Check balance', { 'Gift card code': 'NOPE' })
  expect(wrong.status).toBe(400)
  expect(wrong.field('Gift card code')).toMatchObject({
    value: 'NOPE',
    description: 'This gift card code isn’t valid.',
  })
  const right = await wrong.submit('Check balance', { 'Gift card code': code.toLowerCase() })
  expect(right.main).toContain('$25.00')
  await setGiftCardEnabled(await asAdmin(ctx), link.pathname.split('/').at(-1) ?? '', false)
  const disabled = await guest.open(link.pathname)
  expect(disabled.text).toContain('This gift card was disabled')
  expect(disabled.text).not.toContain(code)
})

test('without its key, nobody opens a gift card, and a wrong key is refused', async ({ guest }) => {
  for (const path of [
    '/gift-cards/gft_unknown',
    '/gift-cards/gft_unknown?key=wrong',
    '/gift-cards/gft_unknown.data',
  ])
    expect((await guest.get(path)).status).toBe(404)
})

test('mistakes are named at their fields, and what was typed and chosen stays', async ({ guest }) => {
  const page = await guest.open('/gift-cards')
  const refused = await page.submit('Continue to payment', {
    ...TYPED,
    Another: 'other',
    'Another amount (USD)': '5',
    'Your name *': '',
    'Their email *': 'nobody',
  })
  expect(refused.status).toBe(400)
  expect(refused.field('Your name *').description).toContain('Enter your name.')
  expect(refused.field('Their email *')).toMatchObject({ value: 'nobody', isInvalid: true })
  expect(refused.field('Their name (optional)').value).toBe('Ada')
  const tooLittle = await refused.submit('Continue to payment', TYPED)
  expect(tooLittle.main).toContain('Enter an amount from $10.00 to $500.00.')
})

test('a store that doesn’t sell gift cards has no page for it, and still tells balances', async ({
  guest,
  ctx,
}) => {
  expect((await guest.open('/')).links('Buy a gift card')).toEqual(['/gift-cards'])
  await sellGiftCards(ctx, { enabled: false })
  expect((await guest.get('/gift-cards')).status).toBe(404)
  expect((await guest.open('/gift-cards/balance')).status).toBe(200)
})

test('the buyer sees the gift card in the order, and changes the recipient until it is sent', async ({
  customer,
  ctx,
  connection,
  paymentContext,
  shop,
}) => {
  const page = await customer.open('/gift-cards')
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await page.submit('Continue to payment', { ...TYPED, Day: day })
  const { rows: sessions } = await connection.pool.query('select provider_id from payments')
  await shop.pay({ session_id: sessions[0].provider_id, order_id: '', url: '' })
  await shop.settlePayments()
  const { rows: orders } = await connection.pool.query('select number from orders')
  const path = `/orders/${orders[0].number}`
  const order = await customer.open(path)
  expect(order.main).toContain('We’ll email the gift card to Ada (ada@orchard.example) on')
  expect(order.main).not.toContain('Shipping Address')
  expect(order.buttons).not.toContain('Order again')
  expect(order.links('View and print')[0]).toContain('/gift-cards/gft_')
  const refused = await order.submit('Change email', { 'Email it to': 'x' })
  expect(refused.field('Email it to').isInvalid).toBe(true)
  const changed = await refused.submit('Change email', { 'Email it to': 'Bea@orchard.example' })
  expect(changed.main).toContain('bea@orchard.example')
  await execute(ctx.db)`update gift_cards set send_at = now() - interval '1 minute'`
  await execute(
    ctx.db,
  )`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`
  await runJobs(connection, paymentContext)
  expect(await findSentEmails(connection, 'bea@orchard.example')).toHaveLength(1)
  const sent = await customer.open(path)
  expect(sent.main).toContain('We emailed the gift card to')
  expect(sent.buttons).not.toContain('Change email')
})
