import { said } from './account.ts'
import { violations } from './axe.ts'
import { query } from './demo-store.ts'
import { openOffice } from './office.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

test.slow()

test('what visitors open and search for is counted without knowing them, and read beside the orders', async ({
  page,
  browser,
}) => {
  await openOffice(page, '/admin/analytics')
  const fact = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=../dd')
  const before = Number(await fact('Visits').innerText())
  // A browser without a head says so, and is not counted.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
  const stranger = await browser.newContext({ userAgent })
  const shop = await stranger.newPage()
  await shop.goto(new URL('/search?q=Moonbeam%20Wax', page.url()).href)
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('SearchResults')
  expect(await stranger.cookies()).toEqual([])
  await stranger.close()
  const vain = page.getByRole('table', { name: 'Searches that found nothing' })
  await expect(async () => {
    await page.reload()
    await expect(vain).toContainText('moonbeam wax', { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  expect(Number(await fact('Visits').innerText())).toBeGreaterThan(before)
  await expect(fact('Conversion')).toHaveText(/^\d+(\.\d)?%$/)
  await page.getByText('How this is counted').click()
  await expect(page.getByText('no cookie, no network address')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(/show=90/)
  const figures = await (await page.request.get('/api/v1/admin/analytics?days=90')).json()
  expect(figures.searches_without_result.map(({ term }: { term: string }) => term)).toContain('moonbeam wax')
  await expect(fact('Orders').first()).toHaveText(String(figures.orders))
})

test('deployment readiness is what was found just now, and what to do about it', async ({ page, store }) => {
  await openOffice(page)
  const readiness = page.getByRole('region', { name: 'Deployment readiness' })
  await expect(readiness.getByText('Ready', { exact: true })).toBeVisible()
  const item = (title: string) => readiness.getByRole('listitem').filter({ hasText: title })
  await expect(item('Card payments')).toContainText('warning')
  await expect(item('Database')).toContainText('complete')
  await expect(item('Jobs')).toContainText('complete')
  await expect(item('Word from the card provider')).not.toContainText('did not arrive')
  await expect(item('Backups')).toContainText('npm run backup')
  expect(await violations(page)).toEqual([])
  const [job] = await query(
    store.databaseUrl,
    `select id from graphile_worker.add_job('send-refund', '{"id": "ref_none"}', run_at => now() + interval '1 hour')`,
  )
  await query(
    store.databaseUrl,
    `select from graphile_worker.reschedule_jobs(array[$1::bigint], attempts => 25, run_at => now() - interval '1 hour')`,
    [job?.id],
  )
  await expect(async () => {
    await page.reload()
    await expect(item('Jobs')).toContainText('(send-refund)', { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await started(page)
  expect(await violations(page)).toEqual([])
  await item('Jobs').getByRole('button', { name: 'Try them again now' }).click()
  await expect(said(page, 'They are tried again')).toBeVisible()
  await expect(item('Jobs')).toContainText('complete')
})
