import { afterEach, vi } from 'vitest'
import { findContent } from '#core/content/admin-content.server.ts'
import { HOME_ID } from '#core/content/content-path.ts'
import { HOME } from '#core/content/defaults/home.ts'
import { publish } from '#core/content/publish-content.server.ts'
import { saveDraft } from '#core/content/save-content.server.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { loadPages } from '#test/pages.tsx'
import { expect, test } from '#test/store.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('the cached home page changes when a scheduled section starts and ends', async ({ ctx, connection }) => {
  await buildProduct(ctx)
  const admin = await asAdmin(ctx)
  const now = Date.now()
  const [from, until] = [60, 120].map((minutes) => new Date(now + minutes * 60_000).toISOString())
  const { version } = await findContent(admin, HOME_ID)
  const fields = { ...HOME, schedules: { products: { from, until } } }
  const saved = await saveDraft(admin, HOME_ID, { version, fields })
  await publish(admin, HOME_ID, { version: saved.version })
  const server = await startTestServer({
    connection,
    pages: await loadPages(),
    env: { RATE_LIMITS: 'off' },
    memory: 8_000_000,
  })
  const isShownAfter = async (minutes: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * 60_000 })
    return (await server.request('/')).text.includes('Popular Beauty Products')
  }
  expect([await isShownAfter(0), await isShownAfter(59)]).toEqual([false, false])
  expect(server.cache.counts.hits).toBe(1)
  expect([await isShownAfter(60), await isShownAfter(119)]).toEqual([true, true])
  expect(server.cache.counts.hits).toBe(2)
  expect([await isShownAfter(120), await isShownAfter(600)]).toEqual([false, false])
  expect(server.cache.counts.hits).toBe(3)
})
