import { loadPages } from '#test/pages.tsx'
import { plainBrowser } from '#test/plain-browser.ts'
import { test as base, expect } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const test = base.extend<{ log: Record<string, unknown>[]; guest: ReturnType<typeof plainBrowser> }>({
  log: async ({ task: _ }, use) => use([]),
  guest: async ({ connection, log }, use) => {
    const write = (line: string) => log.push(JSON.parse(line))
    await use(plainBrowser(createTestStore(connection, { pages: await loadPages(), write }).visitor()))
  },
})

test('an unknown path returns 404 with a link home and is logged', async ({ guest, log }) => {
  const page = await guest.open('/nowhere/at-all')
  expect([page.status, page.heading, page.links('Return to Home')]).toEqual([
    404,
    'Oops! Page not found',
    ['/'],
  ])
  const lines = log.filter(({ event, path }) => event === 'page not found' && path === '/nowhere/at-all')
  expect(lines).toMatchObject([{ requestId: expect.any(String) }])
})

test('logged paths contain no terminal control characters', async ({ guest, log }) => {
  const page = await guest.open('/gone%1b%5b2J%0d%0a%e2%80%ae')
  expect([page.status, page.heading]).toEqual([404, 'Oops! Page not found'])
  expect(log.find(({ event }) => event === 'page not found')?.path).toBe('/gone�[2J���')
})
