import { cards, namesOf, pricesOf } from './catalog.ts'
import { expect, test } from './test.ts'

test.use({ javaScriptEnabled: false })

test('the store can be walked through without scripts', async ({ page }) => {
  await page.goto('/')
  await expect(cards(page)).toHaveCount(6)
  await page.getByRole('link', { name: 'View All Products' }).click()
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Haircare' }).click()
  const name = await cards(page).first().getByRole('heading').innerText()
  await cards(page).first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByText('Ingredients').click()
  await expect(page.locator('details').last()).toHaveAttribute('open')
  await page.goBack()
  await expect(page).toHaveURL(/category=Haircare/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('lists are sorted by a button, in their category', async ({ page }) => {
  await page.goto('/categories?category=Makeup')
  await page.getByLabel('Sort by').selectOption('name')
  await page.getByRole('button', { name: 'Sort' }).click()
  await expect(page).toHaveURL(/category=Makeup&sort=name/)
  const names = await namesOf(page)
  expect(names).toEqual(names.toSorted())
  expect(names.length).toBeGreaterThan(2)
})

test('a region is chosen by a button, and kept', async ({ page }) => {
  await page.goto('/categories')
  await page.getByLabel('Region and currency').selectOption('IN')
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page).toHaveURL(/\/categories$/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  for (const price of await pricesOf(page)) expect(price).toMatch(/^₹[\d,]+$/)
})

test('nothing of what scripts are for is offered', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.resourceType()))
  await page.goto('/')
  expect(asked).not.toContain('script')
})
