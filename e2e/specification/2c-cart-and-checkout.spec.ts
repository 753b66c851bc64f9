import { openAccount, startSession } from '../account.ts'
import { cartRow, findWellStockedProducts } from '../cart-page.ts'
import { cartCount } from '../guest-cart.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test('a customer sees the cart count in the product list, and changes and removes items in the cart', async ({
  page,
  request,
}) => {
  const [first, second] = await findWellStockedProducts(request)
  await startSession(page, await openAccount())
  for (const [product_id, quantity] of [[first.id, 2] as const, [second.id, 1] as const])
    await page.request.post('/api/v1/cart/items', { data: { product_id, quantity } })
  await page.goto('/categories')
  await expect(cartCount(page)).toContainText(/3\s*items/)

  await page.goto('/cart')
  await waitForHydration(page)
  const quantity = cartRow(page, first).locator('output')
  await cartRow(page, first).getByRole('button', { name: 'Increase quantity' }).click()
  await expect(quantity).toHaveText('3')
  await cartRow(page, first).getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(quantity).toHaveText('2')
  await cartRow(page, second).getByRole('button', { name: 'Remove' }).click()
  await expect(cartRow(page, second)).toHaveCount(0)
  await expect(cartRow(page, first)).toBeVisible()
})
