import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { queryDatabase } from './demo-store.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.slow()

test('page views and searches are counted anonymously and shown with orders', async ({ page, browser }) => {
  await openAdmin(page, '/admin/analytics')
  const statValue = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=../dd')
  const countVisits = async () => Number((await statValue('Visits').innerText()).replaceAll(',', ''))
  const visitsBefore = await countVisits()
  // Headless browsers are not counted, so send another user agent.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
  const shopperContext = await browser.newContext({ userAgent })
  const shopperPage = await shopperContext.newPage()
  await shopperPage.goto(new URL('/search?q=Moonbeam%20Wax', page.url()).href)
  await expect(shopperPage.getByRole('heading', { level: 1 })).toHaveText('SearchResults')
  // The region is the same for everyone in a country, so it identifies nobody.
  const cookieNames = (await shopperContext.cookies()).map(({ name }) => name)
  expect(cookieNames.filter((name) => name !== 'detectedRegion')).toEqual([])
  await shopperContext.close()
  const failedSearches = page.getByRole('table', { name: 'Searches with no results' })
  await expect(async () => {
    await page.reload()
    await expect(failedSearches).toContainText('moonbeam wax', { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  expect(await countVisits()).toBeGreaterThan(visitsBefore)
  await expect(statValue('Conversion')).toHaveText(/^\d+(\.\d)?%$/)
  await page.getByText('How this is counted').click()
  await expect(page.getByText('no cookies, no IP addresses')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(/show=90/)
  const figures = await (await page.request.get('/api/v1/admin/analytics?days=90')).json()
  expect(figures.searches_without_result.map(({ term }: { term: string }) => term)).toContain('moonbeam wax')
  await expect(statValue('Orders').first()).toHaveText(String(figures.orders))
})

test('deployment readiness shows current checks and how to fix each problem', async ({ page, store }) => {
  await openAdmin(page)
  const readiness = page.getByRole('region', { name: 'Deployment readiness' })
  await expect(readiness.getByRole('listitem')).toHaveCount(0)
  await readiness.getByRole('link', { name: /Deployment readiness.*Not ready, \d+ notes?/ }).click()
  await expect(page).toHaveURL('/admin/readiness')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deployment readiness')
  await expect(readiness.getByText('Not ready', { exact: true })).toBeVisible()
  const item = (title: string) =>
    readiness.getByRole('listitem', { includeHidden: true }).filter({ hasText: title })
  await expect(item('Card payments')).toContainText('Warning')
  await expect(item('Database')).toContainText('Complete')
  await expect(item('Jobs')).toContainText('Complete')
  await expect(item('Payment webhooks')).not.toContainText('did not arrive')
  await expect(item('Backups')).toContainText('npm run backup')
  expect(await findAxeViolations(page)).toEqual([])
  const [job] = await queryDatabase(
    store.databaseUrl,
    `select id from graphile_worker.add_job('send-refund', '{"id": "ref_none"}', run_at => now() + interval '1 hour')`,
  )
  await queryDatabase(
    store.databaseUrl,
    `select from graphile_worker.reschedule_jobs(array[$1::bigint], attempts => 25, run_at => now() - interval '1 hour')`,
    [job?.id],
  )
  await expect(async () => {
    await page.reload()
    await expect(item('Jobs')).toContainText('(send-refund)', { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await waitForHydration(page)
  expect(await findAxeViolations(page)).toEqual([])
  await item('Jobs').getByRole('button', { name: 'Retry jobs' }).click()
  await expect(visibleMessage(page, 'Retrying…')).toBeVisible()
  await expect(item('Jobs')).toContainText('Complete')
})

for (const width of [1280, 1366, 1440]) {
  test(`the dashboard's columns do not overlap at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 })
    await openAdmin(page)
    const orders = await page.getByRole('table', { name: 'Recent orders' }).boundingBox()
    const readiness = await page.getByRole('region', { name: 'Deployment readiness' }).boundingBox()
    if (!orders || !readiness) throw new Error('The dashboard shows no orders or no readiness')
    const isBeside = orders.x + orders.width <= readiness.x
    const isBelow = orders.y >= readiness.y + readiness.height
    expect(isBeside || isBelow).toBe(true)
    expect(orders.x + orders.width).toBeLessThanOrEqual(width)
  })
}
