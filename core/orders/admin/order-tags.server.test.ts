import { buildActor } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { findOrderTags, setOrderTags, suggestOrderTags, tagOrders } from './order-tags.server.ts'

test('tags differ by more than case, and ten at once stay ten', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const { id } = await buildOrder(ctx)
  expect(await setOrderTags(admin, id, ['Gift', ' gift ', 'فاخر', '🎁'])).toHaveLength(3)
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => tagOrders(admin, [id], `tag ${index}`)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect((await findOrderTags(admin, id)).tags).toHaveLength(10)
  await expect(tagOrders(admin, [id], ' \0 ')).rejects.toMatchObject({ fields: { tag: 'Enter a tag.' } })
  expect(await tagOrders(admin, ['unknown'], 'new')).toBe(0)
  await expect(tagOrders(ctx, [id], 'new')).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('known tags are suggested once each', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const ids = [await buildOrder(ctx), await buildOrder(ctx)].map(({ id }) => id)
  await tagOrders(admin, ids, 'VIP')
  await tagOrders(admin, ids.slice(0, 1), 'gift')
  expect(await suggestOrderTags(admin)).toEqual(['gift', 'VIP'])
})
