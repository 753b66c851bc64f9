import type { Page } from '@playwright/test'
import { pricesOf } from './catalog.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

const DOLLARS = /^\$\d+\.\d\d$/
const RUPEES = /^₹[\d,]+$/
const POUNDS = /^£\d+\.\d\d$/
const CANADIAN = /^C\$\d+\.\d\d$/

/** What the lookup says, in place of services that a test could not ask. */
async function lookupSays(page: Page, answer: { country_code: string; source: string } | 'hangs' | 'HTML') {
  let asked = 0
  await page.route('**/api/v1/region', async (route) => {
    asked++
    if (answer === 'hangs') return
    if (answer === 'HTML') await route.fulfill({ contentType: 'text/html', body: '<h1>Busy</h1>' })
    else await route.fulfill({ json: answer })
  })
  return () => asked
}

const keep = (page: Page, kept: Record<string, string>) =>
  page.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) localStorage[name] ??= value
  }, kept)

const shows = (page: Page, prices: RegExp) =>
  expect
    .poll(async () => {
      // The page may just be reloading.
      const shown = await pricesOf(page).catch(() => [])
      return shown.length > 0 && shown.every((price) => prices.test(price))
    })
    .toBe(true)

const NOBODY = { country_code: 'US', source: 'default' }

test('what the lookup finds changes the prices in place, without a jump, and the next first byte', async ({
  page,
  context,
}) => {
  const asked = await lookupSays(page, { country_code: 'IN', source: 'lookup' })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.goto('/')
  expect((await pricesOf(page)).length).toBe(6)
  await shows(page, RUPEES)
  await expect(page.getByText('Shown for India')).toBeVisible()
  await expect(page.getByLabel('Region and currency')).toHaveValue('IN')
  expect(documents).toHaveLength(1)
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ detectedRegion: 'IN' })
  const again = await context.request.get('/')
  expect(await again.text()).toContain('₹5,644')
  await page.goto('/categories')
  await started(page)
  await shows(page, RUPEES)
  expect(asked()).toBe(1)
})

test('what was chosen wins over everything found, and is not asked about again', async ({
  page,
  context,
}) => {
  const asked = await lookupSays(page, { country_code: 'IN', source: 'lookup' })
  await keep(page, { userSelectedRegion: '{"countryCode":"GB"}', detectedRegion: 'CA' })
  await page.goto('/')
  await shows(page, POUNDS)
  expect(asked()).toBe(0)
  expect((await context.cookies()).find(({ name }) => name === 'userSelectedRegion')?.value).toBe('GB')
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.getByLabel('Region and currency').selectOption('CA')
  await shows(page, CANADIAN)
  expect(documents).toHaveLength(1)
  expect(await page.evaluate(() => localStorage.userSelectedRegion)).toBe('CA')
})

test('a choice made before the scripts came is kept over an older one', async ({ page }) => {
  await keep(page, { userSelectedRegion: 'GB' })
  await page.route('**/assets/entry.client*.js', () => {})
  await page.goto('/')
  await page.getByLabel('Region and currency').selectOption('IN')
  await expect(page.getByText('Shown for India')).toBeVisible()
  expect(await page.evaluate(() => localStorage.userSelectedRegion)).toBe('IN')
})

test('a link priced for a region is kept to, without a lookup, on the pages after it', async ({ page }) => {
  const asked = await lookupSays(page, { country_code: 'IN', source: 'lookup' })
  await page.goto('/categories?region=GB')
  await shows(page, POUNDS)
  await started(page)
  await expect.poll(() => page.evaluate(() => localStorage.detectedRegion)).toBe('GB')
  await page.goto('/')
  await started(page)
  await shows(page, POUNDS)
  expect(asked()).toBe(0)
})

test('another tab’s choice is followed', async ({ page, context }) => {
  await lookupSays(page, NOBODY)
  await page.goto('/')
  await started(page)
  const other = await context.newPage()
  await other.goto('/categories')
  await started(other)
  await other.getByLabel('Region and currency').selectOption('GB')
  await shows(page, POUNDS)
  // A browser that is closed while a page is on its way may never be.
  await shows(other, POUNDS)
})

const FALLBACKS = {
  'the saved region, when nobody can tell': [NOBODY, { detectedRegion: 'CA' }, 'Asia/Kolkata', CANADIAN],
  'the saved region, when the lookup answers HTML': ['HTML', { detectedRegion: 'GB' }, 'UTC', POUNDS],
  'the time zone, when nothing is saved': [NOBODY, {}, 'Asia/Kolkata', RUPEES],
  'the time zone, when what is saved is broken': [
    NOBODY,
    { userSelectedRegion: '{broken', detectedRegion: 'FR' },
    'Europe/London',
    POUNDS,
  ],
  'the United States, when nothing tells': [NOBODY, {}, 'Europe/Paris', DOLLARS],
  'the United States, while the lookup hangs': ['hangs', {}, 'Asia/Kolkata', DOLLARS],
} as const

for (const [what, [answer, kept, timezoneId, prices]] of Object.entries(FALLBACKS)) {
  test.describe(what, () => {
    test.use({ timezoneId })

    test('it is', async ({ page }) => {
      const asked = await lookupSays(page, answer)
      await keep(page, kept)
      await page.goto('/')
      await expect.poll(asked).toBe(1)
      await shows(page, prices)
      await expect(page.getByRole('link', { name: 'View All Products' })).toBeEnabled()
    })
  })
}
