import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock } from '#test/checkout.ts'
import { expect, test } from '#test/shared-store.ts'
import { batchState } from './batch.ts'
import { buildBatch, buildSoldOrder, findBalance } from './batches.fixture.ts'
import { countUnnumbered, findBatch, listBatches } from './batches.server.ts'
import { editBatch, receiveBatch } from './receive-batch.server.ts'

test('a received batch is stock, and what was there before has no batch number', async ({ admin }) => {
  const { id: productId } = await buildProduct(admin, { stock: 4 })
  await buildSoldOrder(admin, productId, 3)
  const batch = await receiveBatch(admin, {
    productId,
    number: ' A1 ',
    expiresOn: '2099-06-30',
    quantity: 10,
  })
  expect(batch).toMatchObject({
    number: 'A1',
    expiresOn: '2099-06-30',
    received: 10,
    remaining: 10,
    withdrawn: 0,
  })
  expect(await findStock(admin.db, productId)).toBe(11)
  expect(await countUnnumbered(admin, productId), 'with the units that the open order will take').toBe(4)
  expect(await findBatch(admin, batch.id)).toEqual(batch)
  expect((await listBatches(admin, { scope: productId })).rows).toEqual([batch])
})

test('another delivery of a batch adds to it, once per key, and as a new batch it is refused', async ({
  admin,
}) => {
  const { productId, id } = await buildBatch(admin, { number: 'A1', quantity: 5 })
  const delivery = { productId, number: 'A1', quantity: 3 }
  const twice = await Promise.all([1, 2].map(() => receiveBatch(admin, delivery, { key: 'form-1' })))
  expect(twice.map((batch) => [batch.id, batch.received])).toEqual([
    [id, 8],
    [id, 8],
  ])
  const isNew = { isNew: true, key: 'call-1' }
  await expect(receiveBatch(admin, delivery, isNew)).rejects.toMatchObject({ code: 'conflict' })
  const fresh = { ...delivery, number: 'A2' }
  const [first, again] = [await receiveBatch(admin, fresh, isNew), await receiveBatch(admin, fresh, isNew)]
  expect([again.id, again.received]).toEqual([first.id, 3])
  await expect(receiveBatch(admin, { ...fresh, quantity: 9 }, isNew)).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
})

test('an expiry date that differs from the batch’s is refused, and a missing one is added', async ({
  admin,
}) => {
  const { productId, id } = await buildBatch(admin, { number: 'A1', quantity: 5 })
  const delivery = { productId, number: 'A1', quantity: 3 }
  expect(await receiveBatch(admin, { ...delivery, expiresOn: '2099-01-01' })).toMatchObject({
    expiresOn: '2099-01-01',
  })
  await expect(receiveBatch(admin, { ...delivery, expiresOn: '2098-01-01' })).rejects.toMatchObject({
    fields: { expiresOn: expect.stringContaining('expires on 2099-01-01') },
  })
  await buildBatch(admin, { number: 'A2', quantity: 1, productId })
  await expect(editBatch(admin, id, { number: 'A2', expiresOn: null })).rejects.toMatchObject({
    fields: { number: 'This product already has a batch A2.' },
  })
  expect(await editBatch(admin, id, { number: 'A3', expiresOn: '2099-02-01' })).toMatchObject({
    number: 'A3',
    expiresOn: '2099-02-01',
  })
})

test.for([
  [{ number: ' ' }, 'number'],
  [{ number: 'x'.repeat(51) }, 'number'],
  [{ expiresOn: '2027-02-30' }, 'expiresOn'],
  [{ quantity: 0 }, 'quantity'],
  [{ quantity: 1.5 }, 'quantity'],
] as const)('a batch with %o is refused', async ([overrides, field], { admin }) => {
  const { id: productId } = await buildProduct(admin)
  const draft = { productId, number: 'A1', quantity: 1, ...overrides }
  await expect(receiveBatch(admin, draft)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { [field]: expect.any(String) },
  })
  expect(await countUnnumbered(admin, productId)).toBe(null)
})

test('a first batch counts right while orders are placed, shipped, and cancelled', async ({ admin }) => {
  for (let round = 0; round < 5; round++) {
    const { id: productId } = await buildProduct(admin, { stock: 20 })
    const orders = await Promise.all(Array.from({ length: 6 }, () => buildSoldOrder(admin, productId, 2)))
    const [first, second, third] = orders.map(({ id }) => id)
    await Promise.all([
      shipOrder(admin, first ?? ''),
      cancelOrder(admin, second ?? ''),
      receiveBatch(admin, { productId, number: 'A1', quantity: 5 }),
      buildSoldOrder(admin, productId, 3),
      shipOrder(admin, third ?? ''),
    ])
    const { available, open, remaining } = await findBalance(admin.db, productId)
    expect(remaining).toBe(available + open)
  }
})

test('lists show what expires soon, what has expired, and what was recalled', async ({ admin }) => {
  const { id: productId } = await buildProduct(admin, { stock: 0 })
  const day = (days: number) => new Date(admin.now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  for (const [number, expiresOn] of [
    ['late', day(200)],
    ['soon', day(30)],
    ['expired', day(-2)],
  ] as const)
    await buildBatch(admin, { productId, number, quantity: 1, expiresOn })
  await buildBatch(admin, { productId, number: 'undated', quantity: 1 })
  const numbers = async (filter?: string, sort?: string) =>
    (await listBatches(admin, { scope: productId, filter, sort })).rows.map((batch) => batch.number)
  expect(await numbers('expiring')).toEqual(['soon'])
  expect(await numbers('expired')).toEqual(['expired'])
  expect(await numbers('recalled')).toEqual([])
  expect(await numbers(undefined, 'expiry')).toEqual(['expired', 'soon', 'late', 'undated'])
  const first = await listBatches(admin, { scope: productId, sort: 'expiry', limit: 3 })
  const rest = await listBatches(admin, { scope: productId, sort: 'expiry', cursor: first.next ?? '' })
  expect(rest.rows.map((batch) => batch.number)).toEqual(['undated'])
})

test.for([
  [{ expiresOn: '2026-03-01' }, 'expiring'],
  [{ expiresOn: '2026-02-28' }, 'expired'],
  [{ expiresOn: '2026-05-30' }, 'expiring'],
  [{ expiresOn: '2026-05-31' }, 'in-stock'],
  [{ expiresOn: null }, 'in-stock'],
  [{ expiresOn: '2026-02-28', remaining: 0 }, 'empty'],
  [{ expiresOn: null, remaining: 0, recalledAt: new Date() }, 'recalled'],
] as const)('a batch with %o is %s on March 1', ([batch, state]) => {
  expect(batchState({ remaining: 1, recalledAt: null, ...batch }, '2026-03-01')).toBe(state)
})

test('only staff with the permission receive and correct batches', async ({ ctx, admin, customer }) => {
  const { id, productId } = await buildBatch(admin, { number: 'A1', quantity: 1 })
  const support = await asCustomer(ctx, { staffRole: 'support' })
  for (const actor of [customer, support]) {
    const delivery = { productId, number: 'A1', quantity: 1 }
    await expect(receiveBatch(actor, delivery)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(editBatch(actor, id, { number: 'A2' })).rejects.toMatchObject({ code: 'forbidden' })
  }
  await expect(listBatches(customer, {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(findBatch(admin, 'bat_00000000000000000000')).rejects.toMatchObject({ code: 'not_found' })
})
