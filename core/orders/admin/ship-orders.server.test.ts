import { buildActor, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { placeTestOrder } from '#test/checkout.ts'
import { countStatements } from '#test/count-statements.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { findOrder } from '../find-order.server.ts'
import { shipOrder, shipOrders } from './ship-orders.server.ts'

test('one or several orders can be shipped at once, and each refusal gives a reason', async ({
  ctx,
  connection,
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const testStore = createTestStore(connection)
  const grace = await signInVisitor(testStore, ctx.db)
  const product = await buildProduct(ctx, { stock: 20 })
  const placeOrder = async () => {
    const response = await placeTestOrder(grace, [{ product_id: product.id, quantity: 1 }])
    return ((await response.json()) as { id: string }).id
  }
  const [first, second, third] = [await placeOrder(), await placeOrder(), await placeOrder()]
  await shipOrder(admin, first, { carrier: 'DHL', tracking_number: 'JD01' })
  expect(await findOrder(admin, first)).toMatchObject({
    status: 'shipped',
    carrier: 'DHL',
    trackingNumber: 'JD01',
  })
  const { rows } = await connection.pool.query(
    'select from_status, to_status, actor_id from order_steps where order_id = $1 and from_status is not null order by id',
    [first],
  )
  expect(rows).toEqual([
    { from_status: 'pending', to_status: 'processing', actor_id: admin.actor.id },
    { from_status: 'processing', to_status: 'shipped', actor_id: admin.actor.id },
  ])
  const shipments = [first, second, third, 'ord_none'].map((id) => ({ id }))
  const { shipped, refused } = await shipOrders(admin, shipments)
  expect(shipped).toEqual([second, third])
  expect(refused).toEqual([
    expect.stringMatching(/^EB\d+ is already shipped\.$/),
    'We couldn’t find this order.',
  ])
  const customer = { ...ctx, actor: await buildActor(ctx.db) }
  await expect(shipOrders(customer, [{ id: first }])).resolves.toMatchObject({ shipped: [] })
})

test('shipping a pending order is one transaction that reads the order once', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const grace = await signInVisitor(createTestStore(connection), ctx.db)
  const { id: product_id } = await buildProduct(ctx, { stock: 20 })
  const placeOrder = async () => (await placeTestOrder(grace, [{ product_id, quantity: 1 }])).json()
  await shipOrder(admin, (await placeOrder()).number)
  const { number } = await placeOrder()
  const count = countStatements(connection)
  await shipOrder(admin, number, { carrier: 'DHL', tracking_number: 'JD01' })
  const reads = count().filter((text) => text.includes('taxPercent'))
  expect([count().length, reads.length]).toEqual([10, 1])
})
