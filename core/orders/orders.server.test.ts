import { formatDate } from '#core/dates.ts'
import { buildActor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { encodeCursor } from '../cursor.ts'
import { createOrderToken } from './order-link.ts'
import { listOrders, listOrdersByLink, listOwnOrders } from './orders.server.ts'

test('a customer sees only their own orders, newest first, each once', async ({ ctx }) => {
  const [grace, eve] = [await buildActor(ctx.db), await buildActor(ctx.db)]
  const numbers: string[] = []
  for (let day = 1; day <= 5; day++) {
    // Two orders share a timestamp.
    const createdAt = new Date(Date.UTC(2026, 0, Math.max(2, day)))
    numbers.push((await buildOrder(ctx, { userId: grace.id, createdAt })).number)
  }
  await buildOrder(ctx, { userId: eve.id })
  await buildOrder(ctx)
  const listed: string[] = []
  let cursor: string | undefined
  do {
    const page = await listOrders({ ...ctx, actor: grace }, { cursor, limit: 2 })
    expect(page.orders.length).toBeLessThanOrEqual(2)
    listed.push(...page.orders.map(({ number }) => number))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(listed.toSorted()).toEqual(numbers.toSorted())
  expect(listed.slice(0, 3)).toEqual(numbers.slice(2).toReversed())
  expect((await listOrders({ ...ctx, actor: eve })).orders).toHaveLength(1)
  await expect(listOrders(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('links list the orders they open, newest first, and an order with another order’s token is left out', async ({
  ctx,
}) => {
  const older = await buildOrder(ctx, { createdAt: new Date('2026-01-01') })
  const newer = await buildOrder(ctx, { createdAt: new Date('2026-01-02') })
  const foreign = await buildOrder(ctx)
  const joined = await buildOrder(ctx, { userId: (await buildActor(ctx.db)).id })
  const toLink = ({ id }: { id: string }) => ({ id, token: createOrderToken(ctx.settings, id) })
  const forged = { id: foreign.id, token: toLink(older).token }
  const listed = await listOrdersByLink(ctx, [toLink(older), toLink(newer), toLink(joined), forged])
  expect(listed.map(({ number }) => number)).toEqual([newer.number, older.number])
  expect(await listOrdersByLink(ctx, [forged])).toEqual([])
  const later = { ...ctx, now: new Date(ctx.now.getTime() + 100 * 86_400_000) }
  expect(await listOrdersByLink(later, [toLink(older)])).toEqual([])
})

test('an administrator sees every order with its customer, or only their own', async ({ ctx }) => {
  const [admin, grace] = [await buildActor(ctx.db, { role: 'admin' }), await buildActor(ctx.db)]
  const shippingAddress = { firstName: 'Grace', lastName: 'Moss' }
  await buildOrder(ctx, { userId: grace.id, email: 'grace@orchard.example', shippingAddress })
  await buildOrder(ctx, { userId: null, email: 'guest@orchard.example', shippingAddress: {} })
  await buildOrder(ctx, { userId: admin.id })
  const adminCtx = { ...ctx, actor: admin }
  const first = await listOrders(adminCtx, { limit: 2 })
  const rest = await listOrders(adminCtx, { limit: 2, cursor: first.nextCursor ?? undefined })
  const all = [...first.orders, ...rest.orders]
  expect(all).toHaveLength(3)
  expect(all.map(({ customer }) => customer)).toEqual(
    expect.arrayContaining([
      { name: 'Grace Moss', email: 'grace@orchard.example' },
      { name: '', email: 'guest@orchard.example' },
    ]),
  )
  expect((await listOwnOrders(adminCtx)).orders).toMatchObject([{ customer: null }])
  expect((await listOrders({ ...ctx, actor: grace })).orders).toMatchObject([{ customer: null }])
})

test('an order summary counts units and shows the total in the order’s currency', async ({ ctx }) => {
  const actor = await buildActor(ctx.db)
  const lines = [2, 3].map(async (quantity) => ({ productId: (await buildProduct(ctx)).id, quantity }))
  await buildOrder(ctx, {
    userId: actor.id,
    lines: await Promise.all(lines),
    subtotal: 12_450_000,
    totalAmount: 12_450_000,
    region: 'IN',
    currency: 'inr',
  })
  const { orders } = await listOrders({ ...ctx, actor })
  expect(orders[0]?.pictures).toHaveLength(2)
  expect(orders).toMatchObject([
    { itemCount: 5, total: { amount: 12_450_000, currency: 'inr', display: '₹1,24,500' }, status: 'pending' },
  ])
  expect(formatDate(new Date('2026-11-20T23:59:00Z'), 'UTC')).toBe('November 20, 2026')
  expect(formatDate(new Date('2026-11-20T23:59:00Z'), 'Asia/Kolkata')).toBe('November 21, 2026')
})

test.for(['nonsense', encodeCursor({ value: 'Rose', id: 'x' }), encodeCursor({ value: 8e15, id: 'x' })])(
  'an invalid cursor (%s) is refused with a field error',
  async (cursor, { ctx }) => {
    const actor = await buildActor(ctx.db)
    await expect(listOrders({ ...ctx, actor }, { cursor })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { cursor: expect.any(String) },
    })
  },
)
