import { newId } from '#core/ids.ts'
import { firstProduct, type Product } from './catalog.ts'
import { query } from './demo-store.ts'
import { expect, test } from './test.ts'

test.describe('the page of a product', () => {
  let product: Product

  test.beforeEach(async ({ page, request }) => {
    product = await firstProduct(request)
    await page.goto(`/product/${product.id}`)
  })

  test('tells what it is, what it costs and that it is there', async ({ page }) => {
    await expect(page).toHaveTitle(new RegExp(product.name))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
    const main = page.getByRole('main')
    for (const words of [product.brand, product.tagline, product.description, product.display_price.display])
      await expect(main.getByText(words, { exact: true })).toBeVisible()
    await expect(main).toContainText('for 100 ml')
    await expect(main).toContainText('In stock')
    await expect(main.getByRole('img').first()).toHaveAttribute('alt', /\w/)
  })

  test('opens what it does, how it is used and what is in it', async ({ page }) => {
    const main = page.getByRole('main')
    await expect(main.getByRole('listitem').filter({ visible: true })).toHaveText(product.benefits)
    await main.getByText('How to use').click()
    for (const step of product.how_to_use) await expect(main.getByText(step)).toBeVisible()
    await main.locator('summary', { hasText: 'Ingredients' }).press('Enter')
    await expect(main.getByText(product.ingredients.join(', '))).toBeVisible()
  })
})

test('a draft has no page', async ({ page, store }) => {
  const id = newId('product')
  await query(
    store.databaseUrl,
    `insert into products (id, slug, name, category, price, status) values ($1, $2, 'A secret', 'Skincare', 100, 'draft')`,
    [id, id.replace('_', '-')],
  )
  const answer = await page.goto(`/product/${id}`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect(page.getByText('A secret')).toHaveCount(0)
})

for (const id of [
  'prd_00000000000000000000',
  'nothing',
  '%00',
  '1%27%20or%201=1',
  `prd_${'z'.repeat(400)}`,
]) {
  test(`there is no product ${id.slice(0, 40)}`, async ({ page }) => {
    const answer = await page.goto(`/product/${id}`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
  })
}
