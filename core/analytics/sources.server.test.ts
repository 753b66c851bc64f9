import { execute } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { readSalesBySource } from './sources.server.ts'

test('orders and revenue are counted by source, the rest as unknown', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const createdAt = new Date(ctx.now.getTime() - 60_000)
  const orders = [await buildOrder(ctx, { createdAt }), await buildOrder(ctx, { createdAt })]
  await buildOrder(ctx, { createdAt })
  await buildOrder(ctx, { createdAt: new Date(ctx.now.getTime() - 8 * 24 * 3_600_000) })
  await buildOrder(ctx, { createdAt, paymentStatus: 'failed' })
  for (const { id } of orders)
    await execute(ctx.db)`
      insert into order_sources (order_id, source, medium, referrer)
      values (${id}, 'newsletter', 'email', 'mail.example')`
  const unknown = { source: null, medium: null, campaign: null }
  expect(await readSalesBySource(admin, 7)).toEqual([
    { source: 'newsletter', medium: 'email', campaign: null, orders: 2, revenue: 9600 },
    { ...unknown, orders: 1, revenue: 4800 },
  ])
  expect((await readSalesBySource(admin, 30)).at(-1)).toEqual({ ...unknown, orders: 2, revenue: 9600 })
})

test('shoppers can’t read the sources of sales', async ({ ctx }) => {
  await expect(readSalesBySource(ctx, 7)).rejects.toMatchObject({ code: 'unauthenticated' })
})
