import { openPage } from './pages.ts'
import { expect, test } from './test.ts'

const MOST_SCRIPT = 115_000
const MOST_STYLE = 15_000

for (const name of ['the home page', 'all products', 'a product', 'what was found'] as const) {
  test(`${name} is light, and brings its scripts after it is painted`, async ({ page }) => {
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
    const weigh = (some: typeof files) => some.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(scripts.length).toBeGreaterThan(2)
    expect(weigh(scripts), JSON.stringify(scripts, null, 1)).toBeLessThanOrEqual(MOST_SCRIPT)
    expect(weigh(styles)).toBeGreaterThan(0)
    expect(weigh(styles)).toBeLessThanOrEqual(MOST_STYLE)
    for (const { path, startTime } of scripts) expect(startTime, path).toBeGreaterThan(painted)
  })
}
