import type { Page } from '@playwright/test'
import { waitForIdleHydration } from './hydration.ts'
import { openPage } from './pages.ts'
import { expect, test } from './test.ts'

const MAX_SCRIPT_BYTES = 107_000
const MAX_STYLE_BYTES = 15_000

test('pages stay within their size budget and load scripts after painting', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const waitForRequests = watchRequests(page)
  for (const name of ['the home page', 'all products', 'a product', 'search results'] as const) {
    await openPage(page, name, waitForIdleHydration)
    await waitForRequests()
    const { painted, files } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      files: performance.getEntriesByType('resource').map((entry) => {
        const { name, startTime, encodedBodySize } = entry as PerformanceResourceTiming
        return { path: new URL(name).pathname, startTime, bytes: encodedBodySize }
      }),
    }))
    const scripts = files.filter(({ path }) => path.endsWith('.js'))
    const styles = files.filter(({ path }) => path.endsWith('.css'))
    const totalBytes = (assets: typeof files) => assets.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(scripts.length, name).toBeGreaterThan(2)
    expect(totalBytes(scripts), JSON.stringify(scripts, null, 1)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
    expect(totalBytes(styles), name).toBeGreaterThan(0)
    expect(totalBytes(styles), name).toBeLessThanOrEqual(MAX_STYLE_BYTES)
    for (const { path, startTime } of scripts) expect(startTime, path).toBeGreaterThan(painted)
  }
})

/** Returns a function that waits until the page, once it is idle, has loaded all that it requested. */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<unknown>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return async () => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect.poll(() => pending.size).toBe(0)
  }
}
