import { openPage } from './pages.ts'
import { expect, test } from './test.ts'

const MAX_SCRIPT_BYTES = 106_500
const MAX_STYLE_BYTES = 15_000

for (const name of ['the home page', 'all products', 'a product', 'search results'] as const) {
  test(`${name} stays within its size budget and loads scripts after painting`, async ({ page }) => {
    await openPage(page, name)
    await page.waitForLoadState('networkidle')
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
    expect(scripts.length).toBeGreaterThan(2)
    expect(totalBytes(scripts), JSON.stringify(scripts, null, 1)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
    expect(totalBytes(styles)).toBeGreaterThan(0)
    expect(totalBytes(styles)).toBeLessThanOrEqual(MAX_STYLE_BYTES)
    for (const { path, startTime } of scripts) expect(startTime, path).toBeGreaterThan(painted)
  })
}
