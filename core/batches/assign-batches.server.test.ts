import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { restockItems } from '#core/orders/order-stock.server.ts'
import { updateOrderStatus } from '#core/orders/update-order-status.server.ts'
import { execute } from '#db/sql.ts'
import { asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { assignForPacking, chooseBatch } from './assign-batches.server.ts'
import { buildBatch, buildSoldOrder, findAssigned, findRemaining } from './batches.fixture.ts'
import { listBatchChoices, listOrderBatches } from './order-batches.server.ts'

test('the oldest units leave first: by expiry, then by when they came; expired ones stay, and those without a number are last', async ({
  admin,
}) => {
  const { id: productId } = await buildProduct(admin, { stock: 2 })
  const receive = (number: string, quantity: number, expiresOn: string | null) =>
    buildBatch(admin, { productId, number, quantity, expiresOn })
  await receive('late', 2, '2099-01-01')
  await receive('soon', 2, '2098-01-01')
  await receive('expired', 9, '2020-01-01')
  await receive('undated', 2, null)
  const order = await buildSoldOrder(admin, productId, 7)
  expect(await findAssigned(admin.db, order.id), 'nothing is assigned when an order is placed').toEqual({})
  await updateOrderStatus(admin, order.id, { to: 'processing' })
  expect(await findAssigned(admin.db, order.id)).toEqual({ late: 2, soon: 2, undated: 2, '': 1 })
  expect(await findRemaining(admin.db, productId)).toEqual({
    '': 1,
    expired: 9,
    late: 0,
    soon: 0,
    undated: 0,
  })
  const { [order.id]: items = [] } = await listOrderBatches(admin, [order.id])
  expect(items.map(({ assigned }) => assigned.map(({ number }) => number))).toEqual([
    ['soon', 'late', 'undated', null],
  ])
})

test('an order can’t be shipped if all units that are left have expired', async ({ admin }) => {
  const { productId } = await buildBatch(admin, { number: 'old', quantity: 3, expiresOn: '2020-01-01' })
  const order = await buildSoldOrder(admin, productId, 2)
  await expect(shipOrder(admin, order.id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('No unit of A product can be sent'),
  })
  expect((await findOrder(admin, order.id)).status).toBe('pending')
  await updateOrderStatus(admin, order.id, { to: 'processing' })
  expect(await listOrderBatches(admin, [order.id])).toMatchObject({
    [order.id]: [{ assigned: [], lacking: 2 }],
  })
  await buildBatch(admin, { productId, number: 'new', quantity: 2 })
  await shipOrder(admin, order.id)
  expect(await findAssigned(admin.db, order.id)).toEqual({ new: 2 })
})

test('printing a slip decides the batches, for who may ship, and only of orders to pack', async ({
  ctx,
  admin,
}) => {
  const { productId } = await buildBatch(admin, { number: 'A1', quantity: 9 })
  const orders = [
    await buildSoldOrder(admin, productId, 2),
    await buildSoldOrder(admin, productId, 1, { paymentStatus: 'pending' }),
  ]
  const print = async (reader: typeof admin) => {
    await assignForPacking(
      reader,
      orders.map(({ id }) => id),
    )
    return Promise.all(orders.map(({ id }) => findAssigned(ctx.db, id)))
  }
  expect(await print(await asCustomer(ctx, { staffRole: 'bookkeeper' }))).toEqual([{}, {}])
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  expect(await print(packer)).toEqual([{ A1: 2 }, {}])
  expect(await print(packer)).toEqual([{ A1: 2 }, {}])
})

test('staff correct the batch before the order ships', async ({ admin }) => {
  const { id: a1, productId } = await buildBatch(admin, {
    number: 'A1',
    quantity: 3,
    expiresOn: '2098-01-01',
  })
  const { id: b1 } = await buildBatch(admin, { productId, number: 'B1', quantity: 1 })
  const { id: old } = await buildBatch(admin, {
    productId,
    number: 'old',
    quantity: 5,
    expiresOn: '2020-01-01',
  })
  const order = await buildSoldOrder(admin, productId, 2)
  const choose = (to: string, quantity = 1, from: string | null = a1) =>
    chooseBatch(admin, order.id, { productId, from, to, quantity })
  await updateOrderStatus(admin, order.id, { to: 'processing' })
  expect(await listBatchChoices(admin, order)).toMatchObject([{ id: a1, remaining: 1 }, { id: b1 }])
  await choose(b1)
  expect(await findAssigned(admin.db, order.id)).toEqual({ A1: 1, B1: 1 })
  await expect(choose(b1)).rejects.toMatchObject({
    fields: { to: expect.stringContaining('that many units') },
  })
  await expect(choose(old)).rejects.toMatchObject({ fields: { to: 'Batch old has expired.' } })
  await expect(choose(b1, 2)).rejects.toMatchObject({ code: 'conflict' })
  await expect(choose(b1, 1, null)).rejects.toMatchObject({ fields: { quantity: expect.any(String) } })
  expect(await findAssigned(admin.db, order.id), 'a refused correction changes nothing').toEqual({
    A1: 1,
    B1: 1,
  })
  await shipOrder(admin, order.id)
  await expect(choose(a1, 1, b1)).rejects.toMatchObject({ code: 'conflict' })
})

test('a cancelled order gives its units back to their batch, and a return after shipping too', async ({
  admin,
}) => {
  const { productId } = await buildBatch(admin, { number: 'A1', quantity: 5 })
  const [cancelled, returned] = [
    await buildSoldOrder(admin, productId, 2),
    await buildSoldOrder(admin, productId, 2),
  ]
  for (const { id } of [cancelled, returned]) await updateOrderStatus(admin, id, { to: 'processing' })
  expect(await findRemaining(admin.db, productId)).toEqual({ '': 0, A1: 1 })
  await cancelOrder(admin, cancelled.id)
  expect(await findRemaining(admin.db, productId)).toEqual({ '': 0, A1: 3 })
  await shipOrder(admin, returned.id)
  await restockItems(admin.db, {
    orderId: returned.id,
    items: [{ productId, quantity: 1 }],
    cause: 'return:1',
    at: admin.now,
  })
  expect(await findRemaining(admin.db, productId)).toEqual({ '': 0, A1: 4 })
  const { [returned.id]: items } = await listOrderBatches(admin, [returned.id])
  expect(items).toMatchObject([{ assigned: [{ number: 'A1', quantity: 2, returned: 1 }], lacking: 0 }])
})

test('however many orders are packed at once, no unit is assigned twice', async ({ admin }) => {
  const { productId } = await buildBatch(admin, { number: 'A1', quantity: 7, expiresOn: '2098-01-01' })
  await buildBatch(admin, { productId, number: 'B1', quantity: 5 })
  const orders = await Promise.all(Array.from({ length: 6 }, () => buildSoldOrder(admin, productId, 2)))
  const ids = orders.map(({ id }) => id)
  await Promise.all([
    ...orders.map(({ id }) => updateOrderStatus(admin, id, { to: 'processing' })),
    assignForPacking(admin, ids),
    assignForPacking(admin, ids.toReversed()),
  ])
  const assigned = await Promise.all(orders.map(({ id }) => findAssigned(admin.db, id)))
  expect(assigned.flatMap((batches) => Object.values(batches)).reduce((sum, units) => sum + units)).toBe(12)
  expect(await findRemaining(admin.db, productId)).toEqual({ '': 0, A1: 0, B1: 0 })
})

test('a batch can’t be assigned to an order of another product', async ({ admin }) => {
  const { id: other } = await buildBatch(admin, { number: 'A1', quantity: 5 })
  const { productId } = await buildBatch(admin, { number: 'A1', quantity: 5 })
  const order = await buildSoldOrder(admin, productId, 1)
  const assign = execute(admin.db)`
    insert into order_item_batches (order_item_id, batch_id, quantity)
    select id, ${other}, 1 from order_items where order_id = ${order.id}`
  await expect(assign).rejects.toMatchObject({ constraint: 'order_item_batches_of_product' })
})
