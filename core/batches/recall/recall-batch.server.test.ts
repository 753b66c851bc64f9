import { adjustStock } from '#core/catalog/stock.server.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { restockItems } from '#core/orders/order-stock.server.ts'
import { updateOrderStatus } from '#core/orders/update-order-status.server.ts'
import { asCustomer } from '#test/accounts.ts'
import { findStock } from '#test/checkout.ts'
import { expect, test } from '#test/shared-store.ts'
import {
  buildBatch,
  buildSoldOrder,
  findAssigned,
  findBalance,
  findRemaining,
  findStatus,
  setStatus,
} from '../batches.fixture.ts'
import { findBatch, listBatches } from '../batches.server.ts'
import { listOrderBatches } from '../order-batches.server.ts'
import { receiveBatch } from '../receive-batch.server.ts'
import { recallBatch } from './recall-batch.server.ts'
import { countOpenOrders, countRecipients, listRecipients } from './recall-recipients.server.ts'

const REASON = { reason: 'Mold in one jar' }

test('a recall takes what is left out of stock, and open orders get another batch', async ({ admin }) => {
  const { id, productId } = await buildBatch(admin, { number: 'A1', quantity: 10, expiresOn: '2098-01-01' })
  await buildBatch(admin, { productId, number: 'B1', quantity: 4 })
  const [shipped, packed, placed] = [
    await buildSoldOrder(admin, productId, 3),
    await buildSoldOrder(admin, productId, 2),
    await buildSoldOrder(admin, productId, 1),
  ]
  await shipOrder(admin, shipped.id)
  await updateOrderStatus(admin, packed.id, { to: 'processing' })
  expect(await countOpenOrders(admin, id)).toBe(1)
  const batch = await recallBatch(admin, id, REASON)
  expect(batch).toMatchObject({ remaining: 0, withdrawn: 7, lacking: 0, recallReason: 'Mold in one jar' })
  expect(await findStock(admin.db, productId), '4 of the other batch, less the 3 that open orders took').toBe(
    1,
  )
  expect(await findAssigned(admin.db, packed.id)).toEqual({ B1: 2 })
  for (const { id: open } of [packed, placed]) await shipOrder(admin, open)
  expect(await findAssigned(admin.db, placed.id)).toEqual({ B1: 1 })
  const { rows } = await listRecipients(admin, { scope: id })
  expect(rows.map(({ orderNumber, quantity }) => [orderNumber, quantity])).toEqual([[shipped.number, 3]])
  expect(await countRecipients(admin, id)).toEqual({ orders: 1, units: 3, returned: 0, emailed: 0 })
  expect((await listBatches(admin, { scope: productId, filter: 'recalled' })).rows).toHaveLength(1)
})

test('units that orders had taken leave stock as soon as it has others, and their orders can’t be shipped', async ({
  admin,
}) => {
  const { id, productId } = await buildBatch(admin, { number: 'A1', quantity: 5 })
  const orders = [await buildSoldOrder(admin, productId, 3), await buildSoldOrder(admin, productId, 2)]
  const [first, second] = orders.map((order) => order.id) as [string, string]
  await updateOrderStatus(admin, first, { to: 'processing' })
  expect(await recallBatch(admin, id, REASON)).toMatchObject({ withdrawn: 5, lacking: 5 })
  for (const order of [first, second])
    await expect(shipOrder(admin, order)).rejects.toMatchObject({ code: 'conflict' })
  const { [first]: items } = await listOrderBatches(admin, [first])
  expect(items).toMatchObject([{ assigned: [], lacking: 3 }])
  await cancelOrder(admin, second)
  expect(await findStock(admin.db, productId), 'the cancelled order’s units were recalled ones').toBe(0)
  expect((await findBatch(admin, id)).lacking).toBe(3)
  await adjustStock(admin, productId, { change: 4, reason: 'received' })
  expect(await findStock(admin.db, productId), 'three are for the open order').toBe(1)
  await shipOrder(admin, first)
  expect(await findAssigned(admin.db, first)).toEqual({ '': 3 })
  expect(await findRemaining(admin.db, productId)).toEqual({ '': 1, A1: 0 })
})

test('a recalled unit that comes back isn’t sold again, nor after shipping is undone', async ({ admin }) => {
  const { id, productId } = await buildBatch(admin, { number: 'A1', quantity: 4 })
  const order = await buildSoldOrder(admin, productId, 2)
  await shipOrder(admin, order.id)
  await recallBatch(admin, id, REASON)
  const items = [{ productId, quantity: 1 }]
  await restockItems(admin.db, { orderId: order.id, items, cause: 'return:1', at: admin.now })
  expect(await findStock(admin.db, productId)).toBe(0)
  expect((await listRecipients(admin, { scope: id })).rows).toMatchObject([{ quantity: 2, returned: 1 }])
  await setStatus(admin.db, order.id, 'processing')
  expect(await findAssigned(admin.db, order.id)).toEqual({})
  const { available, open, remaining, toWithdraw } = await findBalance(admin.db, productId)
  expect(remaining + toWithdraw).toBe(available + open)
  await expect(receiveBatch(admin, { productId, number: 'A1', quantity: 1 })).rejects.toMatchObject({
    fields: { number: 'This batch was recalled.' },
  })
})

test('of several recalls at once, one succeeds', async ({ admin }) => {
  const { id } = await buildBatch(admin, { number: 'A1', quantity: 4 })
  const recalls = await Promise.allSettled([1, 2, 3].map(() => recallBatch(admin, id, REASON)))
  expect(recalls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(recallBatch(admin, id, REASON)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Batch A1 has already been recalled.',
  })
})

test('during a recall, orders that are placed, packed, shipped, and cancelled either got the batch or don’t get it', async ({
  admin,
}) => {
  for (let round = 0; round < 6; round++) {
    const { id, productId } = await buildBatch(admin, { number: 'A1', quantity: 16 })
    await buildBatch(admin, { productId, number: 'B1', quantity: 8 })
    const orders = await Promise.all(Array.from({ length: 8 }, () => buildSoldOrder(admin, productId, 2)))
    const tryOut = (changes: Promise<unknown>[]) => Promise.allSettled(changes)
    await tryOut([
      ...orders.slice(0, 4).map((order) => shipOrder(admin, order.id)),
      ...orders.slice(4, 6).map((order) => updateOrderStatus(admin, order.id, { to: 'processing' })),
      recallBatch(admin, id, REASON),
      cancelOrder(admin, orders[6]?.id ?? ''),
      buildSoldOrder(admin, productId, 3),
    ])
    const { available, open, remaining, toWithdraw } = await findBalance(admin.db, productId)
    expect(remaining + toWithdraw).toBe(available + open)
    expect((await findBatch(admin, id)).remaining).toBe(0)
    const { rows } = await listRecipients(admin, { scope: id })
    const withBatch = new Set(rows.map(({ orderId }) => orderId))
    for (const order of orders) {
      const status = await findStatus(admin.db, order.id)
      const { A1 = 0 } = await findAssigned(admin.db, order.id)
      expect(A1 > 0).toBe(withBatch.has(order.id))
      if (status !== 'shipped') expect(A1).toBe(0)
    }
  }
})

test('a packer recalls a batch, and readers without customers don’t see email addresses', async ({
  ctx,
  admin,
  customer,
}) => {
  const { id, productId } = await buildBatch(admin, { number: 'A1', quantity: 4 })
  const order = await buildSoldOrder(admin, productId, 1)
  await shipOrder(admin, order.id)
  const support = await asCustomer(ctx, { staffRole: 'support' })
  for (const actor of [customer, support])
    await expect(recallBatch(actor, id, REASON)).rejects.toMatchObject({ code: 'forbidden' })
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  await expect(recallBatch(packer, id, { reason: ' ' })).rejects.toMatchObject({
    fields: { reason: 'Say why the batch is recalled.' },
  })
  await recallBatch(packer, id, REASON)
  expect((await listRecipients(packer, { scope: id })).rows).toMatchObject([{ buyer: 'Grace', email: '' }])
  expect((await listRecipients(support, { scope: id })).rows).toMatchObject([
    { email: 'grace@orchard.example' },
  ])
  await expect(listRecipients(customer, { scope: id })).rejects.toMatchObject({ code: 'forbidden' })
})
