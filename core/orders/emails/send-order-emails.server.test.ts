import { adjustStock } from '#core/catalog/stock.server.ts'
import { placeTestOrder } from '#core/checkout/test-order.server.ts'
import type { Context } from '#core/context.ts'
import { saveCustomerSettings } from '#core/customers/customer-settings.server.ts'
import { DELETED_EMAIL } from '#core/email/deleted-email.ts'
import { saveSetting } from '#core/settings/store-settings.server.ts'
import type { Connection } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { asCustomer, buildActor, findSentEmails, runJobs } from '#test/accounts.ts'
import { addPicture, buildOrder, buildProduct } from '#test/builders.ts'
import { ADDRESS, newIdempotencyKey } from '#test/checkout.ts'
import { test as testInSharedStore } from '#test/shared-store.ts'
import { expect, test } from '#test/store.ts'
import { sendStatusEmail } from './send-order-emails.server.ts'

test('the delivery email gives the last day for a return in the store’s time zone', async ({
  ctx,
  connection,
}) => {
  const { id, email } = await buildOrder(ctx, { status: 'delivered' })
  await execute(ctx.db)`
    update orders set delivered_at = '2026-03-01T20:00:00Z', return_days = 30 where id = ${id}`
  const { id: actorId } = await buildActor(ctx.db, { role: 'admin' })
  await saveSetting(ctx.db, { key: 'timeZone', value: 'Asia/Kolkata', actorId })
  await sendStatusEmail(ctx, { id, kind: 'delivered' })
  const [sent] = await findSentEmails(connection, email)
  expect(sent?.text).toContain('until April 1, 2026')
})

testInSharedStore(
  'emails have the arrival and, once delivered, how to begin with the first item',
  async ({ ctx, connection }) => {
    const email = 'unboxing@orchard.example'
    const product = await buildProduct(ctx, { howToUse: ['Warm it.', 'Press it in.'] })
    const lines = [{ productId: product.id, quantity: 1 }]
    const { id } = await buildOrder(ctx, { email, lines, status: 'shipped', createdAt: ctx.now })
    await sendStatusEmail(ctx, { id, kind: 'shipped' })
    await execute(ctx.db)`update orders set status = 'delivered', delivered_at = ${ctx.now} where id = ${id}`
    await sendStatusEmail(ctx, { id, kind: 'delivered' })
    const sent = await findSentEmails(connection, email)
    const textOf = (kind: string) => sent.find((each) => each.kind === kind)?.text
    expect(textOf('shipped')).toMatch(/It arrives between \w{3}, \w{3} \d+ and \w{3}, \w{3} \d+\./)
    expect(textOf('delivered')).toContain('How to begin with A product\n1. Warm it.\n2. Press it in.')
  },
)

testInSharedStore('the email about a failed payment leads back to the cart', async ({ ctx, connection }) => {
  const { id, email } = await buildOrder(ctx, { email: 'declined@orchard.example' })
  await sendStatusEmail(ctx, { id, kind: 'payment-failed' })
  const [sent] = await findSentEmails(connection, email)
  expect(sent?.text).toContain(`Return to your cart:\n${ctx.settings.origin}/cart\n`)
})

const QUIET_SETTINGS = {
  ...{ orderConfirmations: false, shippingUpdates: true, promotionalEmails: false },
  ...{ allowCookies: true, shareData: false },
}

test('a new order emails the customer, unless they opted out, and the owner, with any low stock', async ({
  ctx,
  connection,
}) => {
  const { id, name } = await buildProduct(ctx, { stock: 7 })
  const buyer = { ...ctx, actor: await buildActor(ctx.db) }
  const lines = [{ productId: id, quantity: 1 }]
  const address = { ...ADDRESS, email: 'buyer@orchard.example' }
  const placeOrder = async () => {
    await placeTestOrder(buyer, { lines, address, region: 'US', code: '' }, newIdempotencyKey())
    await runJobs(connection, ctx)
  }
  const emailKinds = async (to: string) => (await findSentEmails(connection, to)).map(({ kind }) => kind)
  const ownerEmailKinds = () => emailKinds(ctx.settings.adminEmail)

  await placeOrder()
  expect([await emailKinds(address.email), await ownerEmailKinds()]).toEqual([
    ['order-confirmed'],
    ['new-order'],
  ])
  await saveCustomerSettings(buyer, QUIET_SETTINGS)
  await placeOrder()
  expect(await emailKinds(address.email)).toEqual(['order-confirmed'])
  expect((await ownerEmailKinds()).toSorted()).toEqual(['low-stock', 'new-order', 'new-order'])
  await saveCustomerSettings(buyer, { ...QUIET_SETTINGS, orderConfirmations: true })
  await placeOrder()
  expect(await emailKinds(address.email)).toEqual(['order-confirmed', 'order-confirmed'])
  expect((await ownerEmailKinds()).filter((kind) => kind === 'low-stock')).toHaveLength(1)
  const lowStockEmail = (await findSentEmails(connection, ctx.settings.adminEmail)).find(
    ({ kind }) => kind === 'low-stock',
  )
  expect(lowStockEmail?.text).toContain(`${name}: 5 left`)
})

test('the owner is emailed about low stock once, even if several orders come before the job runs', async ({
  ctx,
  connection,
}) => {
  const { id, name } = await buildProduct(ctx, { stock: 7 })
  const buyer = { ...ctx, actor: await buildActor(ctx.db) }
  const placeOrder = (quantity: number) =>
    placeTestOrder(
      buyer,
      { lines: [{ productId: id, quantity }], address: ADDRESS, region: 'US', code: '' },
      newIdempotencyKey(),
    )
  const lowStockEmails = async () => {
    await runJobs(connection, ctx)
    const sent = await findSentEmails(connection, ctx.settings.adminEmail)
    return sent.filter(({ kind }) => kind === 'low-stock').map(({ text }) => text)
  }
  await placeOrder(3)
  await placeOrder(2)
  expect(await lowStockEmails()).toEqual([expect.stringContaining(`${name}: 2 left`)])
  await placeOrder(1)
  expect(await lowStockEmails()).toHaveLength(1)
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await adjustStock(admin, id, { change: 20, reason: 'received' })
  await placeOrder(17)
  expect(await lowStockEmails()).toHaveLength(2)
})

const buildCustomerOrder = async (ctx: Context, settings: Partial<typeof QUIET_SETTINGS> = {}) => {
  const customer = await asCustomer(ctx)
  await saveCustomerSettings(customer, { ...QUIET_SETTINGS, ...settings })
  const order = await buildOrder(ctx, {
    userId: customer.actor.id,
    email: customer.actor.email,
    status: 'shipped',
  })
  return { customer, ...order }
}

const kindsSentTo = async (connection: Connection, to: string) =>
  (await findSentEmails(connection, to)).map(({ kind }) => kind)

testInSharedStore(
  'a customer who wants no shipping updates gets none, but learns that a payment failed',
  async ({ ctx, connection }) => {
    const quiet = await buildCustomerOrder(ctx, { shippingUpdates: false })
    const curious = await buildCustomerOrder(ctx, { shippingUpdates: true })
    for (const { id } of [quiet, curious])
      for (const kind of ['shipped', 'delivered', 'payment-failed'] as const)
        await sendStatusEmail(ctx, { id, kind })
    expect(await kindsSentTo(connection, quiet.email)).toEqual(['payment-failed'])
    expect((await kindsSentTo(connection, curious.email)).toSorted()).toEqual([
      'delivered',
      'payment-failed',
      'shipped',
    ])
  },
)

testInSharedStore(
  'a guest gets every update, with a link that opens the order; a customer’s link has no token',
  async ({ ctx, connection }) => {
    const guestOrder = await buildOrder(ctx, { email: 'guest@orchard.example', status: 'shipped' })
    const own = await buildCustomerOrder(ctx)
    for (const { id } of [guestOrder, own]) await sendStatusEmail(ctx, { id, kind: 'shipped' })
    const [toGuest] = await findSentEmails(connection, guestOrder.email)
    const [toCustomer] = await findSentEmails(connection, own.email)
    expect(toGuest?.text).toContain(`/orders/${guestOrder.number}?key=`)
    expect(toCustomer?.text).toContain(`${ctx.settings.origin}/orders/${own.number}\n`)
  },
)

testInSharedStore(
  'an email job that runs again sends nothing twice, and nobody writes to a deleted account',
  async ({ ctx, connection }) => {
    const own = await buildCustomerOrder(ctx)
    const deleted = await buildOrder(ctx, { email: DELETED_EMAIL, status: 'shipped' })
    for (const { id } of [own, own, deleted]) await sendStatusEmail(ctx, { id, kind: 'shipped' })
    expect(await kindsSentTo(connection, own.email)).toEqual(['shipped'])
    expect(await kindsSentTo(connection, DELETED_EMAIL)).toEqual([])
    await expect(sendStatusEmail(ctx, { id: 'ord_none', kind: 'shipped' })).rejects.toThrow('not found')
  },
)

testInSharedStore(
  'an email shows photographs of the products, but no drawings',
  async ({ ctx, connection }) => {
    const [photographed, drawn] = [await buildProduct(ctx), await buildProduct(ctx)]
    const pictureId = await addPicture(ctx, photographed.id)
    const lines = [photographed, drawn].map(({ id: productId }) => ({ productId, quantity: 1 }))
    const order = await buildOrder(ctx, { email: 'picture@orchard.example', status: 'shipped', lines })
    await sendStatusEmail(ctx, { id: order.id, kind: 'shipped' })
    const [email] = await findSentEmails(connection, order.email)
    const sources = [...(email?.html.matchAll(/<img src="([^"]+)"/g) ?? [])].map(([, source]) => source)
    expect(sources).toEqual([expect.stringContaining(`${ctx.settings.origin}/media/${pictureId}`)])
  },
)
