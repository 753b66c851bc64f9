import { adjustStock } from '#core/catalog/stock.server.ts'
import { placeTestOrder } from '#core/checkout/test-order.server.ts'
import { saveCustomerSettings } from '#core/customers/customer-settings.server.ts'
import { buildActor, findSentEmails, runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS, newIdempotencyKey } from '#test/checkout.ts'
import { expect, test } from '#test/store.ts'

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
