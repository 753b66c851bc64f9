import type { Page } from '@playwright/test'
import { openPage } from './pages.ts'
import { openSlowLine, type SlowLine } from './slow-line.ts'
import { expect, test } from './test.ts'

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  for (const name of ['the home page', 'all products', 'a product', 'what was found'] as const) {
    test(`nothing on ${name} jumps at ${viewport.width} px, however late its faces come`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      const shifts = await watchShifts(page)
      const released = await holdFacesBack(page)
      await openPage(page, name)
      await released()
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

test('every picture says how large it is before it comes', async ({ page }) => {
  for (const name of ['the home page', 'all products', 'a product', 'what was found'] as const) {
    await openPage(page, name)
    await expect(page.locator('img').first(), name).toBeVisible()
    await expect(page.locator('img:not([width][height])'), name).toHaveCount(0)
  }
})

let line: SlowLine
const inTheHeader = test.extend({
  store: async ({ store }, use) => {
    line = await openSlowLine(store.url, 'Customer Service</button>')
    await use({ ...store, url: line.url })
    line.close()
  },
})

inTheHeader('nothing is painted before the whole header is there', async ({ page }) => {
  const shifts = await watchShifts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Customer Service' })).toBeAttached()
  expect(await page.evaluate(paintedInTime)).toBe(false)
  line.goOn()
  await page.waitForLoadState()
  expect(await shifts()).toEqual([])
})

/** Whether the page paints within what is many frames. */
function paintedInTime(): Promise<boolean> {
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

/** The stand-ins are painted first, as on a slow line; the shop's own faces follow when the page says so. */
async function holdFacesBack(page: Page): Promise<() => Promise<void>> {
  let faces = 0
  await page.route('**/*.woff2', async (route) => {
    faces++
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
  return async () => {
    expect(faces).toBeGreaterThan(1)
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
}
