import type { Locator, Page } from '@playwright/test'
import { openAccount, startSession } from './account.ts'
import { findLayoutProblems } from './axe.ts'
import { addButton } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const CREAM = '/product/white-peony-day-cream'
const LIPSTICK = '/product/satin-lipstick-carmine'

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

const noteIn = (parent: Page | Locator) => parent.locator('main avoid-note, avoid-note').first()
const cardOf = (page: Page, name: string) =>
  page.locator('article').filter({ has: page.getByRole('heading', { name }) })

async function addToList(page: Page, names: string, button = 'Save in this browser'): Promise<void> {
  await page.getByLabel('Add ingredients').fill(names)
  await page.getByRole('button', { name: button }).click()
}

test('a guest’s list marks products on their page, on cards, in the cart, and at checkout, and stays in the browser', async ({
  page,
}) => {
  test.slow()
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()} ${request.postData()}`))
  await open(page, CREAM)
  await page.getByRole('link', { name: 'Ingredients I avoid' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingredients I avoid')
  await addToList(page, 'Linalol')
  await expect(page.getByText('We don’t know an ingredient “Linalol”.')).toBeVisible()
  await expect(page.getByLabel('Add ingredients')).toHaveValue('Linalol')
  await addToList(page, 'linalool, Geraniol, Lanolin, CI 45410')
  await expect(page.getByLabel('Lanolin')).toBeChecked()
  await page.getByLabel('Lanolin').uncheck()
  await page.getByLabel('Silicones').check()
  await page.getByRole('button', { name: 'Save in this browser' }).click()
  await expect(page.getByLabel('Lanolin')).toHaveCount(0)
  await expect(page.getByLabel('Silicones')).toBeChecked()

  await page.goBack()
  const text =
    'Contains Linalool, which is on your list. May contain traces of Geraniol, which is on your list.'
  await expect(noteIn(page)).toHaveText(text)
  await open(page, '/categories')
  await expect(noteIn(cardOf(page, 'White Peony Day Cream'))).toHaveText(text)
  await expect(noteIn(cardOf(page, 'Skin Veil Foundation'))).toHaveText(
    'Contains silicones, which are on your list.',
  )
  await expect(noteIn(cardOf(page, 'Satin Lipstick'))).toHaveText(
    'Some options contain CI 45410, which is on your list.',
  )
  await expect(noteIn(cardOf(page, 'Oat Milk Cleanser'))).toBeEmpty()
  await open(page, LIPSTICK)
  await expect(noteIn(page)).toHaveText('Contains CI 45410, which is on your list.')
  await addButton(page).first().click()
  for (const path of ['/cart', '/checkout']) {
    await open(page, path)
    await expect(noteIn(page)).toHaveText('Contains CI 45410, which is on your list.')
  }
  expect(requests.filter((request) => /linalool|silicone|profile\/avoid-list|ing_/i.test(request))).toEqual(
    [],
  )
})

test('what a browser stores elsewhere changes the marks of an open page, and a list that is empty loads nothing', async ({
  page,
  context,
}) => {
  await open(page, CREAM)
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(scripts.filter((name) => name.includes('avoid-notes'))).toEqual([])
  const other = await context.newPage()
  await open(other, '/avoid-list')
  await addToList(other, 'Niacinamide')
  await expect(other.getByLabel('Niacinamide')).toBeChecked()
  await open(page, CREAM)
  await expect(noteIn(page)).toHaveText('Contains Niacinamide, which is on your list.')
  await other.getByLabel('Niacinamide').uncheck()
  await other.getByRole('button', { name: 'Save in this browser' }).click()
  await expect(noteIn(page)).toBeEmpty()
})

test('a customer takes a guest’s list into the account only by agreeing, and it marks products elsewhere', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const account = await openAccount()
  await open(page, '/avoid-list')
  await addToList(page, 'Linalool')
  await expect(page.getByLabel('Linalool')).toBeChecked()
  await startSession(page, account)
  await open(page, '/avoid-list')
  await expect(page).toHaveURL(/\/profile\/avoid-list$/)
  await expect(page.getByLabel('Linalool')).toBeChecked()
  await page.getByRole('button', { name: 'Save in my account' }).click()
  await expect(page.getByText('Please agree first').first()).toBeVisible()
  await page.getByLabel(/Save my list in my account/).check()
  await page.getByRole('button', { name: 'Save in my account' }).click()
  await expect(page.getByRole('button', { name: 'Delete my list' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('avoidList'))).toBeNull()

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const phone = await elsewhere.newPage()
  await startSession(phone, account)
  await open(phone, CREAM)
  await expect(noteIn(phone)).toHaveText('Contains Linalool, which is on your list.')
  await page.getByRole('button', { name: 'Delete my list' }).click()
  await expect(page.getByText('Nothing of it remains in your account.').first()).toBeVisible()
  await open(phone, CREAM)
  await phone.waitForLoadState('networkidle')
  await expect(noteIn(phone)).toBeEmpty()
  await elsewhere.close()
})

test('signing out removes the marks of the account’s list', async ({ page }) => {
  await startSession(page, await openAccount())
  await open(page, '/profile/avoid-list')
  await page.getByLabel(/Save my list in my account/).check()
  await page.getByRole('button', { name: 'Save in my account' }).click()
  await expect(page.getByRole('button', { name: 'Delete my list' })).toBeVisible()
  await addToList(page, 'Squalane', 'Save list')
  await expect(page.getByLabel('Squalane')).toBeChecked()
  await open(page, CREAM)
  await expect(noteIn(page)).toHaveText('Contains Squalane, which is on your list.')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await open(page, CREAM)
  await page.waitForLoadState('networkidle')
  await expect(noteIn(page)).toBeEmpty()
})

test('the lists and the marks meet WCAG 2.2 AA and never scroll horizontally', async ({ page }) => {
  test.slow()
  await open(page, '/avoid-list')
  await addToList(page, 'Linalool, Geraniol, Citrus Aurantium Amara Flower Oil')
  await expect(page.getByLabel('Linalool')).toBeChecked()
  expect(await findLayoutProblems(page, [320, 390, 1440])).toEqual([])
  await open(page, CREAM)
  await expect(noteIn(page)).toContainText('Linalool')
  expect(await findLayoutProblems(page, [320, 390, 1440])).toEqual([])
  await startSession(page, await openAccount())
  await open(page, '/profile/avoid-list')
  expect(await findLayoutProblems(page, [320, 390, 1440])).toEqual([])
  await page.getByLabel(/Save my list in my account/).check()
  await page.getByRole('button', { name: 'Save in my account' }).click()
  await expect(page.getByRole('button', { name: 'Delete my list' })).toBeVisible()
  expect(await findLayoutProblems(page, [320, 390, 1440])).toEqual([])
})
