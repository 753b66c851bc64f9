import type { Page } from '@playwright/test'
import { openPage } from './pages.ts'
import { type SlowNetwork, startSlowNetwork } from './slow-network.ts'
import { expect, test } from './test.ts'

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  for (const name of ['the home page', 'all products', 'a product', 'search results'] as const) {
    test(`${name} has no layout shift at ${viewport.width} px, even with late fonts`, async ({ page }) => {
      await page.setViewportSize(viewport)
      const shifts = await watchShifts(page)
      const waitForFonts = await delayFonts(page)
      await openPage(page, name)
      await waitForFonts()
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
          scrollTo(0, y)
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        }
      })
      expect(await shifts()).toEqual([])
    })
  }
}

test('every picture has its size before it loads', async ({ page }) => {
  for (const name of ['the home page', 'all products', 'a product', 'search results'] as const) {
    await openPage(page, name)
    await expect(page.locator('img').first(), name).toBeVisible()
    await expect(page.locator('img:not([width][height])'), name).toHaveCount(0)
  }
})

let slowNetwork: SlowNetwork
const slowNetworkTest = test.extend({
  store: async ({ store }, use) => {
    slowNetwork = await startSlowNetwork(store.url, 'Customer Service</button>')
    await use({ ...store, url: slowNetwork.url })
    slowNetwork.close()
  },
})

slowNetworkTest('nothing is painted before the complete header has loaded', async ({ page }) => {
  const shifts = await watchShifts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Customer Service' })).toBeAttached()
  expect(await page.evaluate(isPaintedSoon)).toBe(false)
  slowNetwork.resume()
  await page.waitForLoadState()
  expect(await shifts()).toEqual([])
})

/** Whether the page paints a frame within half a second. */
function isPaintedSoon(): Promise<boolean> {
  return new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done(true)))
    setTimeout(() => done(false), 500)
  })
}

async function watchShifts(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(entry.toJSON())
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts)
}

/** Holds back web fonts, as on a slow network, so that fallback fonts paint first. */
async function delayFonts(page: Page): Promise<() => Promise<void>> {
  let fontRequests = 0
  await page.route('**/*.woff2', async (route) => {
    fontRequests++
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
  return async () => {
    expect(fontRequests).toBeGreaterThan(1)
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
}
