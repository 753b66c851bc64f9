import type { Page } from '@playwright/test'
import { fetchFirstProduct } from './catalog.ts'
import { waitForHydration, waitForIdleHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('no script is requested before a page has loaded', async ({ page, request }) => {
  const { id } = await fetchFirstProduct(request)
  for (const path of ['/', '/categories', `/product/${id}`]) {
    await page.goto(path)
    await waitForIdleHydration(page)
    const { loaded, scripts } = await page.evaluate(() => ({
      loaded: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventStart,
      scripts: performance
        .getEntriesByType('resource')
        .filter((one) => new URL(one.name).pathname.endsWith('.js')),
    }))
    expect(loaded, path).toBeGreaterThan(0)
    expect(scripts.length, path).toBeGreaterThan(2)
    for (const { startTime, name } of scripts) expect(startTime, name).toBeGreaterThan(loaded)
  }
})

test('the first pointer or key loads scripts at once, even while pictures load', async ({ page }) => {
  for (const touch of ['pointer', 'key'] as const) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/media/mood-home*', (route) => released.then(() => route.continue()))
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    expect(await countScriptRequests(page), touch).toBe(0)
    if (touch === 'pointer') await page.mouse.click(5, 300)
    else await page.keyboard.press('Shift')
    await expect.poll(() => countScriptRequests(page)).toBeGreaterThan(2)
    expect(await page.evaluate(() => document.readyState), touch).not.toBe('complete')
    release()
    await waitForHydration(page)
    await page.unroute('**/media/mood-home*')
  }
})

test('after hydration, links load no new document and update the title', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Categories' }).click()
  await expect(page).toHaveTitle('All products · Eternal Beauty')
  await page.getByRole('link', { name: 'Haircare' }).click()
  await expect(page).toHaveTitle('Haircare · Eternal Beauty')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\/[a-z0-9-]+$/)
  await page.goBack()
  await expect(page).toHaveTitle('Haircare · Eternal Beauty')
  await main.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
  expect(documents).toEqual([])
})

function countScriptRequests(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .length,
  )
}
