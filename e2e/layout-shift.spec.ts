import type { Page } from '@playwright/test'
import { openPage } from './pages.ts'
import { type SlowNetwork, startSlowNetwork } from './slow-network.ts'
import { expect, test } from './test.ts'

/**
 * Words of the fallback are a few pixels wider or narrower, so links beside each other move. A line that breaks elsewhere
 * would move the page beneath it, and cost ten times as much.
 */
const NEGLIGIBLE_SHIFT = 0.001

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
      expect(shiftOf(await shifts())).toBeLessThan(NEGLIGIBLE_SHIFT)
    })
  }
}

test('fonts and the whole stylesheet load after the first paint, and fonts at once on the next page', async ({
  page,
}) => {
  await page.goto('/')
  await page.waitForFunction(isFontLoaded)
  const { painted, styles, fonts } = await page.evaluate(readTimes)
  expect(painted).toBeGreaterThan(0)
  for (const start of [...styles, ...fonts]) expect(start).toBeGreaterThan(painted)
  await page.goto('/journal', { referer: page.url() })
  await page.waitForFunction(isFontLoaded)
  const next = await page.evaluate(readTimes)
  expect(Math.min(...next.fonts)).toBeLessThan(next.painted)
})

/** The page and the whole stylesheet declare each font, and only one of them loads it. */
const isFontLoaded = () =>
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

type Shift = { value: number }

const shiftOf = (shifts: Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0)

async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(entry.toJSON() as Shift)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
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
