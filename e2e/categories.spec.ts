import { clickKeepingFilter } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { productCards, readProductNames } from './catalog.ts'
import { addButton, cartCount } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { pauseNavigation } from './slow-network.ts'
import { expect, test } from './test.ts'

test('the back button returns to the previous list with its sort', async ({ page }) => {
  await page.goto('/categories?category=Haircare&sort=price')
  await waitForHydration(page)
  const before = await readProductNames(page)
  await page.getByRole('link', { name: 'Tools & Accessories' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tools & Accessories' })).toBeVisible()
  await page.getByLabel('Sort by').selectOption('newest')
  await expect(page).toHaveURL(/sort=newest$/)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Haircare' })).toBeVisible()
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  expect(await readProductNames(page)).toEqual(before)
})

test('going back after sorting without scripts shows the previous sort', async ({ page }) => {
  await page.goto('/categories?sort=name')
  await page.getByLabel('Sort by').selectOption('price')
  await page.waitForURL('**/categories?sort=price')
  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('name')
  const names = await readProductNames(page)
  expect(names).toEqual(names.toSorted())
})

test('going back shows the previous list without another request', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible()
  const first = await readProductNames(page)
  await page.getByRole('link', { name: 'Fragrance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fragrance' })).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible()
  expect(await readProductNames(page)).toEqual(first)
  expect(requests.filter((url) => url.includes('storefront%2Fcategories'))).toEqual([])
})

test('adding a product updates the cart count and summary in every tab', async ({ page, context }) => {
  await page.goto('/categories')
  await waitForHydration(page)
  const secondTab = await context.newPage()
  await secondTab.goto('/categories?category=Skincare')
  await waitForHydration(secondTab)
  // The card of a family leads to its shades instead.
  const cards = productCards(page).filter({ has: addButton(page) })
  const [first, second] = await cards.getByRole('heading').allTextContents()
  await cards.first().hover()
  await addButton(cards.first()).click()
  await expect(cards.first().getByRole('alert')).toHaveText('The item is added successfully to the cart')
  await addButton(cards.nth(1)).press('Enter')
  await addButton(cards.nth(1)).press('Enter')
  await expect(cartCount(page)).toContainText('3')
  await expect(cartCount(secondTab)).toContainText('3')
  await cartCount(page).press('Enter')
  const summary = page.getByRole('region', { name: 'Cart summary' })
  await expect(summary.getByRole('listitem')).toContainText([
    new RegExp(`^1 of${first}\\$[\\d.]+`),
    new RegExp(`^2 of${second}\\$[\\d.]+`),
  ])
  expect(await findAxeViolations(page)).toEqual([])
  await summary.getByRole('button', { name: `Remove ${second}` }).click()
  await expect(page.getByText('Item removed').first()).toBeVisible()
  await expect(cartCount(secondTab)).toContainText('1')
  await page.keyboard.press('Escape')
  await expect(summary).toBeHidden()
  await expect(page).toHaveURL(/\/categories$/)
  await secondTab.close()
})

test('a filter is chosen by keyboard without leaving the page, and Back removes it', async ({ page }) => {
  await page.goto('/categories?category=Makeup')
  await waitForHydration(page)
  const all = await readProductNames(page)
  await page.locator('summary', { hasText: 'Filter' }).focus()
  await page.keyboard.press('Enter')
  const colors = page.getByRole('navigation', { name: 'Color' })
  await colors.getByRole('link', { name: 'Berry' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/color=berry$/)
  await expect(productCards(page)).not.toHaveCount(all.length)
  await expect(colors.getByRole('link', { name: 'Berry' })).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await page.goBack()
  await expect.poll(() => readProductNames(page)).toEqual(all)
  await colors.getByRole('link', { name: 'Berry' }).click()
  await page.getByRole('link', { name: 'Remove filter Berry' }).click()
  await expect(page).toHaveURL(/category=Makeup$/)
  await expect.poll(() => readProductNames(page)).toEqual(all)
})

test('filters and a sort order chosen while the list loads add up', async ({ page }) => {
  await page.goto('/categories?category=Makeup')
  await waitForHydration(page)
  const resume = await pauseNavigation(page)
  await page.locator('summary', { hasText: 'Filter' }).click()
  await page.getByRole('link', { name: 'Berry' }).click()
  await clickKeepingFilter(page.getByRole('link', { name: 'Include sold out' }), 'color=berry')
  await expect(page.locator('form input[name=availability]')).toBeAttached()
  await page.getByLabel('Sort by').selectOption('price')
  resume()
  await expect(page).toHaveURL(/sort=price$/)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({
    availability: 'any',
    category: 'Makeup',
    color: 'berry',
    sort: 'price',
  })
  await expect(page.getByRole('link', { name: 'Remove filter Berry' })).toBeVisible()
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
})

test('with a mouse, a card’s button lies over the lower edge of its picture, which is at the card’s top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/categories')
  for (const card of await productCards(page)
    .filter({ has: addButton(page) })
    .all()) {
    const [box, picture, button] = await Promise.all(
      [card, card.locator('picture'), addButton(card)].map((part) => part.boundingBox()),
    )
    if (!box || !picture || !button) throw new Error('The card is not displayed')
    expect(picture.y).toBe(box.y)
    expect(button.y).toBeGreaterThan(picture.y + picture.height / 2)
    expect(button.y + button.height).toBeLessThan(picture.y + picture.height)
  }
})
