import { findAxeViolations } from './axe.ts'
import { productCards, readProductNames } from './catalog.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('the search page shows the query and its correction, and filters by URL', async ({ browser, store }) => {
  const page = await browser.newPage({ baseURL: store.url, javaScriptEnabled: false })
  const response = await page.goto('/search?q=%20satn+lipstik%20')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SearchResults')
  await expect(page.getByText('Search query: satn lipstik')).toBeVisible()
  await expect(page.getByText('Showing results for satin lipstick.')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  expect((await readProductNames(page))[0]).toMatch(/^Satin Lipstick/)

  await page.goto('/search?q=rose')
  const allNames = await readProductNames(page)
  await expect(page.getByRole('heading', { name: `${allNames.length} products` })).toBeVisible()
  const makeup = page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: /Makeup/ })
  const count = Number((await makeup.textContent())?.replace(/\D/g, ''))
  await makeup.click()
  await expect(page).toHaveURL(/q=rose&category=Makeup$/)
  await expect(productCards(page)).toHaveCount(count)
  await page
    .getByRole('navigation', { name: 'Price' })
    .getByRole('link', { name: /Under \$25/ })
    .click()
  await expect(page).toHaveURL(/q=rose&category=Makeup&max_price=24.99$/)
  await expect(page.getByRole('article')).toHaveText([/\$18\.00/])
  await page.close()
})

test('a search without results offers alternatives', async ({ page }) => {
  await page.goto('/search?q=rosemarzzzz')
  await expect(page.getByRole('heading', { name: 'No results for “rosemarzzzz”.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'rosemary', exact: true })).toHaveAttribute(
    'href',
    '/search?q=rosemary',
  )
  await expect(page.getByRole('heading', { name: 'Customer favorites' })).toBeVisible()
  await expect(productCards(page).nth(2)).toBeVisible()
  await page.goto('/search?q=rose&category=Fragrance')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/search\?q=rose$/)
})

test('an invalid search URL shows a friendly page', async ({ page }) => {
  const unusualQueries: [query: string, status: number, says: string | RegExp][] = [
    ['', 200, 'What are you looking for?'],
    ['?q=', 200, 'What are you looking for?'],
    ['?q=%20%20', 200, 'What are you looking for?'],
    [`?q=${'long '.repeat(2000)}`, 400, /at most 200 characters/],
    ['?q=%00', 400, 'What are you looking for?'],
    ['?q=🌹🌹🌹', 200, 'Search query: 🌹🌹🌹'],
    ["?q='; drop table products --", 200, "Search query: '; drop table products --"],
    ['?q=.*[a-z](((', 200, 'Search query: .*[a-z]((('],
    ['?q=%25_%25', 200, 'Search query: %_%'],
    ['?q=<script>alert(1)</script>', 200, 'Search query: <script>alert(1)</script>'],
    ['?q=عطر الورد', 200, 'Search query: عطر الورد'],
    ['?q=rose&category=Nonsense&min_price=x&max_price=-1&sort=sideways', 200, /\d products/],
    ['?q=rose&cursor=nonsense', 200, /\d products/],
    ['?q=rose&sort=price&cursor=nonsense', 200, /\d products/],
  ]
  for (const [query, status, expectedText] of unusualQueries) {
    const response = await page.goto(`/search${query}`)
    expect([query.slice(0, 60), response?.status()]).toEqual([query.slice(0, 60), status])
    await expect(page.getByText(expectedText).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
})

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

test('blank text is not submitted, and text is trimmed', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const searchBox = page.getByLabel('Search products')
  await searchBox.fill('   ')
  await searchBox.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await searchBox.fill('  rose & oud  ')
  await searchBox.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=rose%20%26%20oud$/)
  await expect(page.getByText('Search query: rose & oud')).toBeVisible()
})

test('without suggestions, the search box still works', async ({ page }) => {
  await page.route('**/search/suggestions**', () => {})
  await page.goto('/')
  await waitForHydration(page)
  const searchBox = page.getByLabel('Search products')
  const suggestionsRequest = page.waitForRequest('**/search/suggestions**')
  await searchBox.fill('rose')
  await suggestionsRequest
  await searchBox.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=rose$/)
})
