import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { listSubscribers } from './subscribers.server.ts'

test('only administrators can filter, sort, and search subscribers', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await connection.pool.query(`insert into newsletter_subscribers (id, email, state, requested_at, confirmed_at, left_at)
    values ('sub_1', 'b@orchard.example', 'subscribed', now(), now(), null),
      ('sub_2', 'a@orchard.example', 'left', now() - interval '1 day', now(), now()),
      ('sub_3', 'c@meadow.example', 'pending', now() - interval '2 days', null, null)`)
  const ids = async (query: object) =>
    (await listSubscribers(admin, query)).rows.map(({ id }) => id.slice(4)).join('')
  expect([await ids({}), await ids({ sort: 'oldest' })]).toEqual(['123', '321'])
  expect([await ids({ sort: 'email' }), await ids({ sort: 'email-down' })]).toEqual(['213', '312'])
  expect([await ids({ filter: 'subscribed' }), await ids({ filter: 'left' })]).toEqual(['1', '2'])
  expect(await ids({ search: 'ORCHARD' })).toBe('12')
  const { next } = await listSubscribers(admin, { limit: 2 })
  expect(await ids({ cursor: next ?? '' })).toBe('3')
  await expect(listSubscribers({ ...ctx, actor: await buildActor(ctx.db) }, {})).rejects.toMatchObject({
    code: 'forbidden',
  })
})
