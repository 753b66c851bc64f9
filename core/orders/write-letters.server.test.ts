import { buildActor, doJobs, lettersTo } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS, newKey } from '#test/buying.ts'
import { expect, test } from '#test/store.ts'
import { placeTestOrder } from '../checkout/test-order.server.ts'
import { saveCustomerSettings } from '../customers/settings.server.ts'

const QUIET = {
  ...{ orderConfirmations: false, shippingUpdates: true, promotionalEmails: false },
  ...{ allowCookies: true, shareData: false },
}

test('an order is told to its buyer, unless they want no such letters, and to the owner with what runs low', async ({
  ctx,
  connection,
}) => {
  const { id, name } = await buildProduct(ctx, { stock: 7 })
  const buyer = { ...ctx, actor: await buildActor(ctx.db) }
  const items = [{ product_id: id, quantity: 1 }]
  const address = { ...ADDRESS, email: 'buyer@orchard.example' }
  const buyOne = async () => {
    await placeTestOrder(buyer, { items, address, region: 'US', code: '' }, newKey())
    await doJobs(connection, ctx)
  }
  const kinds = async (to: string) => (await lettersTo(connection, to)).map(({ kind }) => kind)
  const toOwner = () => kinds(ctx.settings.adminEmail)

  await buyOne()
  expect([await kinds(address.email), await toOwner()]).toEqual([['order-confirmed'], ['new-order']])
  await saveCustomerSettings(buyer, QUIET)
  await buyOne()
  expect(await kinds(address.email)).toEqual(['order-confirmed'])
  expect((await toOwner()).toSorted()).toEqual(['low-stock', 'new-order', 'new-order'])
  await saveCustomerSettings(buyer, { ...QUIET, orderConfirmations: true })
  await buyOne()
  expect(await kinds(address.email)).toEqual(['order-confirmed', 'order-confirmed'])
  expect((await toOwner()).filter((kind) => kind === 'low-stock')).toHaveLength(1)
  const low = (await lettersTo(connection, ctx.settings.adminEmail)).find(({ kind }) => kind === 'low-stock')
  expect(low?.text).toContain(`${name}: 5 left`)
})
