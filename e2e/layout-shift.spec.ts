import type { Page } from '@playwright/test'
import { waitForIdleHydration } from './hydration.ts'
import { NEGLIGIBLE_SHIFT, watchLayoutShifts } from './layout-shifts.ts'
import { openPage } from './pages.ts'
import { type SlowNetwork, startSlowNetwork } from './slow-network.ts'
import { expect, test } from './test.ts'

const SHOP_PAGES = ['the home page', 'all products', 'a product', 'search results'] as const

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`no page has a layout shift at ${viewport.width} px, even with late fonts`, async ({ page }) => {
    test.slow()
    await page.setViewportSize(viewport)
    const totalShift = await watchLayoutShifts(page)
    const waitForFonts = await delayFonts(page)
    for (const name of SHOP_PAGES) {
      await openPage(page, name, waitForIdleHydration)
      await waitForFonts()
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
          scrollTo(0, y)
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        }
      })
      expect(await totalShift(), name).toBeLessThan(NEGLIGIBLE_SHIFT)
      await expect(page.locator('main img').first(), name).toBeVisible()
      // Without a size before it loads, a picture would move the page on a slow network.
      await expect(page.locator('img:not([width][height])'), name).toHaveCount(0)
    }
  })
}

test('fonts and the whole stylesheet load after the first paint, and fonts at once on the next page', async ({
  page,
}) => {
  await page.goto('/')
  await page.waitForFunction(isPaintedInFont)
  const { painted, styles, fonts } = await page.evaluate(readTimes)
  expect(painted).toBeGreaterThan(0)
  for (const start of [...styles, ...fonts]) expect(start).toBeGreaterThan(painted)
  await page.goto('/journal', { referer: page.url() })
  await page.waitForFunction(isPaintedInFont)
  const next = await page.evaluate(readTimes)
  expect(Math.min(...next.fonts)).toBeLessThan(next.painted)
})

/** The page and the whole stylesheet declare each font, and only one of them loads it. */
const isPaintedInFont = () =>
  performance.getEntriesByName('first-contentful-paint').length > 0 &&
  [...document.fonts].some(({ family, status }) => family.includes('Instrument Sans') && status === 'loaded')

function readTimes() {
  const startsOf = (ending: string) =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith(ending))
      .map(({ startTime }) => startTime)
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  return { painted, styles: startsOf('.css'), fonts: startsOf('.woff2') }
}

let slowNetwork: SlowNetwork
const slowNetworkTest = test.extend({
  store: async ({ store }, use) => {
    slowNetwork = await startSlowNetwork(store.url, 'Customer Service</button>')
    await use({ ...store, url: slowNetwork.url })
    slowNetwork.close()
  },
})

slowNetworkTest('nothing is painted before the complete header has loaded', async ({ page }) => {
  const totalShift = await watchLayoutShifts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Customer Service' })).toBeAttached()
  expect(await page.evaluate(isPaintedSoon)).toBe(false)
  slowNetwork.resume()
  await page.waitForLoadState()
  expect(await totalShift()).toBe(0)
})

/** Whether the page paints a frame within half a second. */
function isPaintedSoon(): Promise<boolean> {
  return new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done(true)))
    setTimeout(() => done(false), 500)
  })
}

/** Holds back web fonts, as on a slow network, so that fallback fonts paint first. Routing turns off the cache. */
async function delayFonts(page: Page): Promise<() => Promise<void>> {
  let fontRequests = 0
  await page.route('**/*.woff2', async (route) => {
    fontRequests++
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
  return async () => {
    expect(fontRequests).toBeGreaterThan(1)
    fontRequests = 0
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
}
