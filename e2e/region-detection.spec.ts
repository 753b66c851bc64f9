import type { Page } from '@playwright/test'
import { readProductPrices } from './catalog.ts'
import { waitForHydration } from './hydration.ts'
import { NEGLIGIBLE_SHIFT, watchLayoutShifts } from './layout-shifts.ts'
import { expect, test } from './test.ts'

const DOLLARS = /^\$\d+\.\d\d$/
const RUPEES = /^₹[\d,]+$/
const POUNDS = /^£\d+\.\d\d$/
const CANADIAN = /^C\$\d+\.\d\d$/

async function mockRegionLookup(
  page: Page,
  answer: { country_code: string; source: string } | 'hangs' | 'HTML',
) {
  let lookupCount = 0
  await page.route('**/api/v1/region', async (route) => {
    lookupCount++
    if (answer === 'hangs') return
    if (answer === 'HTML') await route.fulfill({ contentType: 'text/html', body: '<h1>Busy</h1>' })
    else await route.fulfill({ json: answer })
  })
  return () => lookupCount
}

const setLocalStorage = (page: Page, storedValues: Record<string, string>) =>
  page.addInitScript((storedValues) => {
    for (const [name, value] of Object.entries(storedValues)) localStorage[name] ??= value
  }, storedValues)

const expectPrices = (page: Page, prices: RegExp) =>
  expect
    .poll(async () => {
      // The page may be reloading.
      const displayedPrices = await readProductPrices(page).catch(() => [])
      return displayedPrices.length > 0 && displayedPrices.every((price) => prices.test(price))
    })
    .toBe(true)

const UNKNOWN_REGION = { country_code: 'US', source: 'default' }

test('the detected region changes prices without a layout shift and applies to the next response', async ({
  page,
  context,
}) => {
  const lookupCount = await mockRegionLookup(page, { country_code: 'IN', source: 'lookup' })
  const totalShift = await watchLayoutShifts(page)
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.goto('/')
  expect((await readProductPrices(page)).length).toBe(6)
  await expectPrices(page, RUPEES)
  await expect(page.getByText('Shipping to: India')).toBeVisible()
  await expect(page.getByLabel('Region and currency')).toHaveValue('IN')
  expect(documents).toHaveLength(1)
  expect(await totalShift()).toBeLessThan(NEGLIGIBLE_SHIFT)
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ detectedRegion: 'IN' })
  const nextResponse = await context.request.get('/')
  expect(await nextResponse.text()).toContain('₹5,644')
  await page.goto('/categories')
  await waitForHydration(page)
  await expectPrices(page, RUPEES)
  expect(lookupCount()).toBe(1)
})

test('a chosen region overrides detection and skips the lookup', async ({ page, context }) => {
  const lookupCount = await mockRegionLookup(page, { country_code: 'IN', source: 'lookup' })
  await setLocalStorage(page, { userSelectedRegion: '{"countryCode":"GB"}', detectedRegion: 'CA' })
  await page.goto('/')
  await expectPrices(page, POUNDS)
  expect(lookupCount()).toBe(0)
  expect((await context.cookies()).find(({ name }) => name === 'userSelectedRegion')?.value).toBe('GB')
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.getByLabel('Region and currency').selectOption('CA')
  await expectPrices(page, CANADIAN)
  expect(documents).toHaveLength(1)
  expect(await page.evaluate(() => localStorage.userSelectedRegion)).toBe('CA')
})

test('a region chosen before scripts load replaces an older choice', async ({ page }) => {
  await setLocalStorage(page, { userSelectedRegion: 'GB' })
  await page.route('**/assets/entry.client*.js', () => {})
  await page.goto('/')
  await page.getByLabel('Region and currency').selectOption('IN')
  await expect(page.getByText('Shipping to: India')).toBeVisible()
  expect(await page.evaluate(() => localStorage.userSelectedRegion)).toBe('IN')
})

test('the region of a link applies to later pages without a lookup', async ({ page }) => {
  const lookupCount = await mockRegionLookup(page, { country_code: 'IN', source: 'lookup' })
  await page.goto('/categories?region=GB')
  await expectPrices(page, POUNDS)
  await waitForHydration(page)
  await expect.poll(() => page.evaluate(() => localStorage.detectedRegion)).toBe('GB')
  await page.goto('/')
  await waitForHydration(page)
  await expectPrices(page, POUNDS)
  expect(lookupCount()).toBe(0)
})

test('a region chosen in one tab applies to the other', async ({ page, context }) => {
  await mockRegionLookup(page, UNKNOWN_REGION)
  await page.goto('/')
  await waitForHydration(page)
  const other = await context.newPage()
  await other.goto('/categories')
  await waitForHydration(other)
  await other.getByLabel('Region and currency').selectOption('GB')
  await expectPrices(page, POUNDS)
  // Wait for this page too: closing the browser during a navigation can hang.
  await expectPrices(other, POUNDS)
})

const FALLBACKS = {
  'the saved region, when the lookup finds nothing': [
    UNKNOWN_REGION,
    { detectedRegion: 'CA' },
    'Asia/Kolkata',
    CANADIAN,
  ],
  'the saved region, when the lookup returns HTML': ['HTML', { detectedRegion: 'GB' }, 'UTC', POUNDS],
  'the time zone, when nothing is saved': [UNKNOWN_REGION, {}, 'Asia/Kolkata', RUPEES],
  'the time zone, when the saved region is invalid': [
    UNKNOWN_REGION,
    { userSelectedRegion: '{broken', detectedRegion: 'FR' },
    'Europe/London',
    POUNDS,
  ],
  'the United States, when nothing is known': [UNKNOWN_REGION, {}, 'Europe/Paris', DOLLARS],
  'the United States, while the lookup hangs': ['hangs', {}, 'Asia/Kolkata', DOLLARS],
} as const

test('without a lookup, the region is the saved one, that of the time zone, or the United States', async ({
  browser,
  baseURL,
}) => {
  test.slow()
  for (const [scenario, [answer, storedValues, timezoneId, prices]] of Object.entries(FALLBACKS)) {
    const context = await browser.newContext({ baseURL, timezoneId })
    const page = await context.newPage()
    const lookupCount = await mockRegionLookup(page, answer)
    await setLocalStorage(page, storedValues)
    await page.goto('/')
    await expect.poll(lookupCount, scenario).toBe(1)
    await expectPrices(page, prices)
    await expect(page.getByRole('link', { name: 'View All Products' }), scenario).toBeEnabled()
    await context.close()
  }
})
