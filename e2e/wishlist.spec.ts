import type { Page } from '@playwright/test'
import { openAccount, signIn, visibleMessage } from './account.ts'
import { findLayoutProblems } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const CREAM = '/product/white-peony-day-cream'

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

const heart = (page: Page, name: string) => page.getByRole('button', { name: `Save ${name}`, exact: true })
const storedIds = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('wishlist') ?? '[]').length)
const listed = (page: Page) => page.getByRole('main').getByRole('article')

test('a guest’s hearts are kept in the browser, shown in all tabs, and merged at sign-in', async ({
  page,
  context,
}) => {
  test.slow()
  await open(page, '/categories')
  const hair = heart(page, 'Camellia Hair Oil')
  await expect(hair).toHaveAttribute('aria-pressed', 'false')
  await hair.click()
  await expect(hair).toHaveAttribute('aria-pressed', 'true')
  const other = await context.newPage()
  await open(other, CREAM)
  await heart(other, 'White Peony Day Cream').click()
  await expect(heart(page, 'White Peony Day Cream')).toHaveAttribute('aria-pressed', 'true')
  await open(page, '/wishlist')
  await expect(listed(page)).toHaveCount(2)
  expect(await findLayoutProblems(page, [390, 1440])).toEqual([])
  await page.getByRole('button', { name: 'Remove Camellia Hair Oil' }).click()
  await expect(listed(page)).toHaveCount(1)
  const account = await openAccount()
  await signIn(page, account)
  await open(page, '/wishlist')
  await expect(listed(page)).toHaveCount(1)
  await expect.poll(() => storedIds(page)).toBe(0)
  expect(await findLayoutProblems(page, [390, 1440])).toEqual([])
  await open(page, CREAM)
  const cream = heart(page, 'White Peony Day Cream')
  await expect(cream).toHaveAttribute('aria-pressed', 'true')
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await cream.click()
  await expect(cream).toHaveAttribute('aria-pressed', 'false')
  await saved
  await open(page, '/wishlist')
  await expect(page.getByText('Tap the heart on a product')).toBeVisible()
})

test('a heart that is pressed before scripts have loaded is kept', async ({ page }) => {
  await page.goto(CREAM)
  const id = await heart(page, 'White Peony Day Cream').getAttribute('value')
  await open(page, `/wishlist?add=${id}`)
  await expect(listed(page)).toHaveCount(1)
  await expect(page).toHaveURL(/\/wishlist$/)
  await open(page, '/wishlist?add=%3Cscript%3E')
  await expect(page).toHaveURL(/\/wishlist$/)
  await expect(listed(page)).toHaveCount(1)
})

test('a full list says so, and a change that can’t be saved is taken back', async ({ page }) => {
  await open(page, CREAM)
  await page.evaluate(() => {
    const ids = Array.from({ length: 200 }, (_, nth) => `prd_${String(nth).padStart(20, '0')}`)
    localStorage.setItem('wishlist', JSON.stringify(ids))
  })
  await heart(page, 'White Peony Day Cream').click()
  await expect(visibleMessage(page, 'A wish list can hold at most 200 products.')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, await openAccount())
  await open(page, CREAM)
  await page.waitForLoadState('networkidle')
  await page.route('**/wishlist/items', (route) => route.abort())
  const cream = heart(page, 'White Peony Day Cream')
  await cream.click()
  await expect(cream).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL(new RegExp(`${CREAM}$`))
})
