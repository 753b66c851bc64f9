import { findAxeViolations, findOverflow } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('suggestions appear while typing, work by keyboard, and don’t block a plain search', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  const searchBox = page.getByLabel('Search products')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const selectedOption = list.getByRole('option', { selected: true })
  await searchBox.focus()
  await searchBox.fill('ros')
  await expect(list).toBeVisible()
  await expect(searchBox).toHaveAttribute('role', 'combobox')
  await expect(searchBox).toHaveAttribute('aria-expanded', 'true')
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(selectedOption).toHaveText('rose')
  await expect(searchBox).toHaveAttribute(
    'aria-activedescendant',
    (await selectedOption.getAttribute('id')) ?? '',
  )
  await expect(searchBox).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(selectedOption).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(selectedOption).toHaveText(/\$/)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(searchBox).toHaveValue('ros')
  await page.keyboard.press('ArrowDown')
  await expect(list).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=ros$/)
  await expect(list).toBeHidden()

  await searchBox.fill('night ser')
  await list.getByRole('option', { name: /Rose Hip Night Serum/ }).click()
  await expect(page).toHaveURL(/\/product\/[a-z0-9-]+$/)
})

test('typing while results load keeps the text, and the search box follows the back button', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  const searchBox = page.getByLabel('Search products')
  const { promise: responseReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/search.data**', async (route) => {
    await responseReleased
    await route.continue()
  })
  await searchBox.fill('ros')
  await searchBox.press('Enter')
  await searchBox.fill('night ser')
  release()
  await expect(page.getByText('Search query: ros')).toBeVisible()
  await expect(searchBox).toHaveValue('night ser')
  await searchBox.press('Enter')
  await expect(page.getByText('Search query: night ser')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Search query: ros')).toBeVisible()
  await expect(searchBox).toHaveValue('ros')
})

test('blank text is not submitted, and text is trimmed, also without suggestions', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const searchBox = page.getByLabel('Search products')
  for (const blank of ['', '   ']) {
    await searchBox.fill(blank)
    await searchBox.press('Enter')
    await expect(page).toHaveURL(/:\d+\/$/)
  }
  await searchBox.fill('  rose & oud?  ')
  await searchBox.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=rose%20%26%20oud%3F$/)
  await expect(page.getByText('Search query: rose & oud?')).toBeVisible()

  await page.route('**/search/suggestions**', () => {})
  await page.goto('/')
  await waitForHydration(page)
  const suggestionsRequest = page.waitForRequest('**/search/suggestions**')
  await searchBox.fill('rose')
  await suggestionsRequest
  await searchBox.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=rose$/)
})

test('a long query does not widen the page', async ({ page }) => {
  for (const query of ['long '.repeat(2000), 'x'.repeat(200)]) {
    await page.goto(`/search?q=${query}`)
    expect(await findOverflow(page)).toBe(0)
  }
})
