import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { type DemoStore, openDemoStore, query } from './demo-store.ts'
import { readLog } from './read-log.ts'
import { started } from './started.ts'
import { test as base, expect } from './test.ts'

/** A store of this file's own, whose database can be taken away without disturbing anybody. */
const test = base.extend<object, { broken: DemoStore }>({
  broken: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads a fixture's needs off its parameters
    async ({}, use) => {
      const store = await openDemoStore()
      await use(store)
      await store.close()
    },
    { scope: 'worker' },
  ],
  store: ({ broken: { url, databaseUrl, output } }, use) =>
    use({ url, databaseUrl, logged: () => readLog(output()) }),
})
test.describe.configure({ mode: 'serial' })

const number = (page: Page) => page.locator('[data-request]')

test('a page that fails says so, with the number that the log knows it by', async ({ page, store }) => {
  await query(store.databaseUrl, 'alter table products rename to products_away')
  for (const path of ['/', '/categories', '/product/prd_00000000000000000000']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A moment, please')
    const shown = await number(page).innerText()
    expect(shown).toBe(answer?.headers()['x-request-id'])
    const line = () =>
      store.logged().find(({ event, requestId }) => event === 'page failed' && requestId === shown)
    await expect.poll(line).toMatchObject({ level: 'error', path })
    expect(JSON.stringify(line())).toMatch(/relation .{1,3}products.{1,3} does not exist/)
    expect(await answer?.text()).not.toMatch(
      /products_away|relation|does not exist|node_modules|\bat .*\.js:\d/,
    )
  }
})

test('the number stays when the scripts come', async ({ page }) => {
  const answer = await page.goto('/')
  await started(page)
  await expect(number(page)).toHaveText(answer?.headers()['x-request-id'] ?? 'none')
})

test('the page of a failure can be read and left by everybody', async ({ page }) => {
  await page.goto('/')
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
})

test('once the database is back, so is the shop', async ({ page, store }) => {
  const answer = await page.goto('/')
  expect(answer?.status()).toBe(500)
  await query(store.databaseUrl, 'alter table products_away rename to products')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
})
