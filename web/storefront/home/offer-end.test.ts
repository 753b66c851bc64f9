import { execute } from '#db/sql.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { loadPages } from '#test/pages.tsx'
import { expect, test } from '#test/store.ts'

test('the home page is stored for other guests, but not while an offer on it may end', async ({
  ctx,
  connection,
}) => {
  const { request, cache } = await startTestServer({ connection, pages: await loadPages() })
  await execute(ctx.db)`
    insert into offers (id, code, title, description, kind, value, banner_position, starts_at, active)
    values ('off_rose', 'ROSE', 'Rose week', '', 'amount', 100, 1, now() - interval '1 day', true)`
  const showsOffer = async () => (await request('/')).text.includes('Rose week')
  const setEnd = (minutes: number) =>
    execute(ctx.db)`update offers set ends_at = now() + ${minutes} * interval '1 minute'`
  expect(await showsOffer()).toBe(true)
  await setEnd(-1)
  expect(await showsOffer(), 'stored').toBe(true)
  await setEnd(1)
  cache.invalidate([])
  expect(await showsOffer()).toBe(true)
  await setEnd(-1)
  expect(await showsOffer()).toBe(false)
})
