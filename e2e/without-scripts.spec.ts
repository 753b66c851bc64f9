import { productCards } from './catalog.ts'
import { expect, test } from './test.ts'

test.use({ javaScriptEnabled: false })

test('a shopper browses the store without scripts', async ({ page }) => {
  await page.goto('/')
  await expect(productCards(page)).toHaveCount(6)
  await page.getByRole('link', { name: 'View All Products' }).click()
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Haircare' }).click()
  const name = await productCards(page).first().getByRole('heading').innerText()
  await productCards(page).first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByText('Ingredients').click()
  await expect(page.locator('details').last()).toHaveAttribute('open')
  await page.goBack()
  await expect(page).toHaveURL(/category=Haircare/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('controls that need scripts are hidden', async ({ page }) => {
  const resourceTypes: string[] = []
  page.on('request', (request) => resourceTypes.push(request.resourceType()))
  await page.goto('/')
  expect(resourceTypes).not.toContain('script')
})
