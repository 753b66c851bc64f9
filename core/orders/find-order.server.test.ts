import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import {
  findOrder,
  findOrderByLink,
  listAllOrdersWithItems,
  listOrdersWithItems,
  lockOrder,
  readOrder,
} from './find-order.server.ts'
import { createOrderToken } from './order-link.ts'

const NOT_FOUND = { code: 'not_found', message: 'We couldn’t find this order.' }

test('an order is found by its ID or number, by its customer and by administrators', async ({ ctx }) => {
  const [grace, eve, admin] = [await asCustomer(ctx), await asCustomer(ctx), await asAdmin(ctx)]
  const { id, number } = await buildOrder(ctx, { userId: grace.actor.id })
  for (const name of [id, number]) {
    expect((await findOrder(grace, name)).id).toBe(id)
    expect((await findOrder(admin, name)).id).toBe(id)
    await expect(findOrder(eve, name)).rejects.toMatchObject(NOT_FOUND)
    await expect(findOrder(ctx, name)).rejects.toMatchObject({ code: 'unauthenticated' })
  }
})

test('a stranger can’t tell an order of someone else from one that doesn’t exist', async ({ ctx }) => {
  const eve = await asCustomer(ctx)
  const { number } = await buildOrder(ctx)
  const refusals = await Promise.all(
    [number, 'EB999999999'].map((name) => findOrder(eve, name).catch(({ code, message }) => [code, message])),
  )
  expect(refusals[0]).toEqual(refusals[1])
})

test('a guest’s order is found by its link, and by no other order’s', async ({ ctx }) => {
  const [own, other] = [await buildOrder(ctx), await buildOrder(ctx)]
  const token = createOrderToken(ctx.settings, own.id)
  expect((await findOrderByLink(ctx, own.number, token)).id).toBe(own.id)
  await expect(findOrderByLink(ctx, other.number, token)).rejects.toMatchObject(NOT_FOUND)
  await expect(findOrderByLink(ctx, 'EB999999999', token)).rejects.toMatchObject(NOT_FOUND)
  await expect(findOrderByLink(ctx, own.number, '')).rejects.toMatchObject(NOT_FOUND)
})

test('a link expires, and stops working when the order joins an account', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const { id, number } = await buildOrder(ctx)
  const token = createOrderToken(ctx.settings, id)
  const later = { ...ctx, now: new Date(ctx.now.getTime() + 100 * 86_400_000) }
  await expect(findOrderByLink(later, number, token)).rejects.toMatchObject({ code: 'expired' })
  await execute(ctx.db)`update orders set user_id = ${grace.actor.id} where id = ${id}`
  await expect(findOrderByLink(ctx, number, token)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(findOrderByLink(ctx, number, 'x')).rejects.toMatchObject(NOT_FOUND)
})

test('an order is locked until its transaction ends', async ({ ctx }) => {
  const { id, number } = await buildOrder(ctx)
  const locked = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const ended: string[] = []
  const first = ctx.db.transaction(async (tx) => {
    await lockOrder(tx, id)
    locked.resolve()
    await finish.promise
    ended.push('first')
  })
  await locked.promise
  const second = ctx.db.transaction(async (tx) => {
    await lockOrder(tx, number)
    ended.push('second')
  })
  finish.resolve()
  await Promise.all([first, second])
  expect(ended).toEqual(['first', 'second'])
  await expect(ctx.db.transaction((tx) => lockOrder(tx, 'ord_none'))).rejects.toMatchObject(NOT_FOUND)
})

test('an order lists its items as they were bought', async ({ ctx }) => {
  const products = [await buildProduct(ctx, { price: 999 }), await buildProduct(ctx)]
  const lines = products.map(({ id: productId }, nth) => ({ productId, quantity: nth + 1 }))
  const { id } = await buildOrder(ctx, { lines })
  const order = await readOrder(ctx.db, id)
  expect(order?.items.toSorted((first, second) => first.quantity - second.quantity)).toEqual([
    {
      productId: products[0]?.id,
      name: 'A product',
      quantity: 1,
      price: 4800,
      amount: 4800,
      discount: null,
      preorderDate: null,
      sample: false,
    },
    {
      productId: products[1]?.id,
      name: 'A product',
      quantity: 2,
      price: 4800,
      amount: 9600,
      discount: null,
      preorderDate: null,
      sample: false,
    },
  ])
  expect(await readOrder(ctx.db, 'ord_none')).toBeUndefined()
})

async function readPages(
  readPage: (cursor?: string) => ReturnType<typeof listOrdersWithItems>,
): Promise<string[]> {
  const numbers: string[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    numbers.push(...page.orders.map(({ number }) => number))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return numbers
}

const numbersOf = (orders: { number: string }[]) => orders.map(({ number }) => number)

test('a customer pages through their orders, newest first, each once; an administrator through all', async ({
  ctx,
}) => {
  const [grace, eve, admin] = [await asCustomer(ctx), await asCustomer(ctx), await asAdmin(ctx)]
  const build = (actor: { id: string }, day: number) =>
    buildOrder(ctx, { userId: actor.id, createdAt: new Date(Date.UTC(2099, 0, day)) })
  const own = [await build(grace.actor, 1), await build(grace.actor, 2), await build(grace.actor, 3)]
  const others = [await build(eve.actor, 4)]
  const limit = 2
  const listOwn = (reader: Context) => readPages((cursor) => listOrdersWithItems(reader, { cursor, limit }))
  expect(await listOwn(grace)).toEqual(numbersOf(own).toReversed())
  expect(await listOwn(eve)).toEqual(numbersOf(others))
  const all = await readPages((cursor) => listAllOrdersWithItems(admin, { cursor, limit }))
  expect(all.slice(0, 4)).toEqual(numbersOf([...own, ...others]).toReversed())
  expect(new Set(all).size).toBe(all.length)
  expect(await listOwn(admin)).toEqual(all)
  await expect(listAllOrdersWithItems(grace)).rejects.toMatchObject({ code: 'forbidden' })
})
