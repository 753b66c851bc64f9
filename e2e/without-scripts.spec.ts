import { openAccount, signIn } from './account.ts'
import { productCards, readProductNames, readProductPrices } from './catalog.ts'
import { addButton } from './guest-cart.ts'
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

test('adding a product sends a guest to the login and a signed-in shopper to the cart', async ({
  page,
  request,
}) => {
  await page.goto('/categories?category=Haircare')
  await addButton(productCards(page).first()).press('Enter')
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('Please log in')).toBeVisible()
  await signIn(page, await openAccount(request), { scripts: false })
  const [card] = await productCards(page).all()
  await card?.getByRole('heading').getByRole('link').click()
  await page.getByLabel('Quantity').fill('2')
  await addButton(page.getByRole('main')).first().click()
  await expect(page).toHaveURL(/\/product\/[a-z0-9-]+$/)
  await expect(page.getByText('Added to cart!')).toBeVisible()
  const cart = await page.request.get('/api/v1/cart')
  expect((await cart.json()).data).toMatchObject([{ quantity: 2 }])
  await page.getByLabel('Quantity').fill('1e9')
  await addButton(page.getByRole('main')).first().click()
  await expect(page.getByText('Only a few are left. Choose a smaller quantity.')).toBeVisible()
})

test('a button sorts the list within its category', async ({ page }) => {
  await page.goto('/categories?category=Makeup')
  await page.getByLabel('Sort by').selectOption('name')
  await page.getByRole('button', { name: 'Sort' }).click()
  await expect(page).toHaveURL(/category=Makeup&sort=name/)
  const names = await readProductNames(page)
  expect(names).toEqual(names.toSorted())
  expect(names.length).toBeGreaterThan(2)
})

test('a button sets the region, which is remembered', async ({ page }) => {
  await page.goto('/categories')
  await page.getByLabel('Region and currency').selectOption('IN')
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page).toHaveURL(/\/categories$/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  for (const price of await readProductPrices(page)) expect(price).toMatch(/^₹[\d,]+$/)
})

test('controls that need scripts are hidden', async ({ page }) => {
  const resourceTypes: string[] = []
  page.on('request', (request) => resourceTypes.push(request.resourceType()))
  await page.goto('/')
  expect(resourceTypes).not.toContain('script')
})
