import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { HOUR_MS } from '#core/time-units.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { findJobs, findSentEmails, runJobs } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { turnOffAlerts, turnOnAlerts, unsubscribeAlerts } from './alerts.server.ts'
import { sendPriceAlerts, sendStockAlerts } from './send-alerts.server.ts'
import { addWaitingGuests, buildWaitingCustomer, changeStock, setPrice } from './wishlist.fixture.ts'
import { addToWishlist, removeFromWishlist } from './wishlist.server.ts'

const recipients = ({ db }: Context, kind = 'stock-alert') =>
  queryColumn(
    db,
    z.string(),
  )`select recipient from emails where kind = ${kind} order by created_at, recipient`
const soldOut = (ctx: Context) => buildProduct(ctx, { stock: 0 })
const afterAnHour = (ctx: Context) => ({ ...ctx, now: new Date(Date.now() + HOUR_MS + 1000) })

test('of 10,000 people who wait for 5 units, the first 5 are emailed, and the others an hour later', async ({
  ctx,
}) => {
  const { id } = await soldOut(ctx)
  await addWaitingGuests(ctx, id, 10_000)
  await changeStock(ctx, id, 5)
  const [job] = await findJobs(ctx.db, `send-stock-alerts:${id}`)
  expect(job?.name).toBe('send-stock-alerts')
  await Promise.all([1, 2, 3].map(() => sendStockAlerts(ctx, id)))
  const first = [1, 2, 3, 4, 5].map((number) => `guest${number}@orchard.example`)
  expect(await recipients(ctx)).toEqual(first)
  const [later] = await findJobs(ctx.db, `send-stock-alerts:later:${id}`)
  expect((later?.runAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(HOUR_MS - 60_000)
  await changeStock(ctx, id, -1)
  await Promise.all([1, 2].map(() => sendStockAlerts(afterAnHour(ctx), id)))
  const all = await recipients(ctx)
  expect([all.length, new Set(all).size]).toEqual([10_000, 10_000])
})

test('nobody is emailed while nothing is left, and units that come back reach the next people', async ({
  ctx,
}) => {
  const { id } = await soldOut(ctx)
  await addWaitingGuests(ctx, id, 10)
  await changeStock(ctx, id, 2)
  await sendStockAlerts(ctx, id)
  await changeStock(ctx, id, -2)
  await sendStockAlerts(afterAnHour(ctx), id)
  expect(await recipients(ctx)).toHaveLength(2)
  await changeStock(ctx, id, 3)
  await sendStockAlerts(ctx, id)
  expect(await recipients(ctx)).toHaveLength(5)
})

test('an order that gives its unit back within the hour lets nobody else be emailed', async ({ ctx }) => {
  const { id } = await soldOut(ctx)
  await addWaitingGuests(ctx, id, 10)
  await changeStock(ctx, id, 1)
  await sendStockAlerts(ctx, id)
  const order = await buildOrder(ctx)
  const move = (change: number, reason: string) => execute(ctx.db)`
    insert into stock_movements (product_id, change, reason, order_id)
    values (${id}, ${change}, ${reason}, ${order.id})`
  await move(-1, 'held')
  await move(1, 'released')
  await sendStockAlerts(ctx, id)
  expect(await recipients(ctx)).toEqual(['guest1@orchard.example'])
})

test('customers are emailed once per wish, and only while they agree', async ({ ctx, connection }) => {
  const { id } = await soldOut(ctx)
  const [first, off, unsubscribed] = [
    await buildWaitingCustomer(ctx, [id]),
    await buildWaitingCustomer(ctx, [id]),
    await buildWaitingCustomer(ctx, [id]),
  ]
  await turnOffAlerts(off)
  await changeStock(ctx, id, 5)
  await runJobs(connection, ctx)
  expect((await recipients(ctx)).sort()).toEqual([first.actor.email, unsubscribed.actor.email].sort())
  const [email] = await findSentEmails(connection, unsubscribed.actor.email)
  const params = new URL(/Unsubscribe: (\S+)/.exec(email?.text ?? '')?.[1] ?? '').searchParams
  const link = { id: params.get('id') ?? '', key: params.get('key') ?? '' }
  await expect(unsubscribeAlerts(ctx, { ...link, key: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  await unsubscribeAlerts(ctx, link)
  await unsubscribeAlerts(ctx, link)
  await turnOffAlerts(first)
  await turnOnAlerts(first)
  await changeStock(ctx, id, -5)
  await changeStock(ctx, id, 5)
  await runJobs(connection, ctx)
  expect(await recipients(ctx)).toHaveLength(2)
  await removeFromWishlist(first, id)
  await changeStock(ctx, id, -5)
  await addToWishlist(first, id)
  await changeStock(ctx, id, 5)
  await sendStockAlerts(ctx, id)
  expect(await recipients(ctx)).toHaveLength(3)
})

test('a blocked customer and an unconfirmed address are never emailed', async ({ ctx }) => {
  const { id } = await soldOut(ctx)
  const blocked = await buildWaitingCustomer(ctx, [id])
  const unconfirmed = await buildWaitingCustomer(ctx, [id])
  await addWaitingGuests(ctx, id, 1)
  await execute(ctx.db)`update product_alerts set email = ${blocked.actor.email} where email is not null`
  await execute(ctx.db)`update profiles set blocked_at = now() where id = ${blocked.actor.id}`
  await execute(ctx.db)`update auth_users set email_verified = false where id = ${unconfirmed.actor.id}`
  await changeStock(ctx, id, 5)
  await sendStockAlerts(ctx, id)
  expect(await recipients(ctx)).toEqual([])
})

test('who adds a product that is in stock isn’t emailed before it has sold out', async ({ ctx }) => {
  const { id } = await soldOut(ctx)
  await addWaitingGuests(ctx, id, 1)
  await changeStock(ctx, id, 5)
  await buildWaitingCustomer({ ...ctx, now: new Date(Date.now() + 1000) }, [id])
  await sendStockAlerts(ctx, id)
  await sendStockAlerts(afterAnHour(ctx), id)
  expect(await recipients(ctx)).toEqual(['guest1@orchard.example'])
})

test('a draft that waits to be published emails nobody until it is', async ({ ctx, connection }) => {
  const { id } = await soldOut(ctx)
  await addWaitingGuests(ctx, id, 1)
  await execute(ctx.db)`update products set status = 'draft' where id = ${id}`
  await changeStock(ctx, id, 5)
  await runJobs(connection, ctx)
  expect(await recipients(ctx)).toEqual([])
  await execute(ctx.db)`update products set status = 'published' where id = ${id}`
  await runJobs(connection, ctx)
  expect(await recipients(ctx)).toHaveLength(1)
})

test('a lower price is emailed once, to those who saved the product at a higher one', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildProduct(ctx, { price: 5000 })
  const { actor } = await buildWaitingCustomer(ctx, [id])
  await setPrice(ctx, id, 6000)
  const later = await buildWaitingCustomer(ctx, [id])
  await runJobs(connection, ctx)
  expect(await recipients(ctx, 'price-alert')).toEqual([])
  await setPrice(ctx, id, 5000)
  await runJobs(connection, ctx)
  expect(await recipients(ctx, 'price-alert')).toEqual([later.actor.email])
  await setPrice(ctx, id, 4000)
  await Promise.all([sendPriceAlerts(ctx, id), sendPriceAlerts(ctx, id)])
  await setPrice(ctx, id, 3000)
  await runJobs(connection, ctx)
  expect(await recipients(ctx, 'price-alert')).toEqual([later.actor.email, actor.email])
  const [email] = await findSentEmails(connection, actor.email)
  expect(email?.text).toContain('costs 20% less than when you saved it')
})

test('the counts of each product follow wishes and alerts', async ({ ctx }) => {
  const { id } = await soldOut(ctx)
  const Count = z.strictObject({ wishes: z.int(), waiting: z.int() })
  const counts = async () =>
    (await query(ctx.db, Count)`select wishes, waiting from product_demand where product_id = ${id}`)[0]
  const customer = await buildWaitingCustomer(ctx, [id])
  await addWaitingGuests(ctx, id, 7)
  expect(await counts()).toEqual({ wishes: 1, waiting: 8 })
  await changeStock(ctx, id, 5)
  await sendStockAlerts(ctx, id)
  expect(await counts()).toEqual({ wishes: 1, waiting: 3 })
  await removeFromWishlist(customer, id)
  expect(await counts()).toEqual({ wishes: 0, waiting: 2 })
})
