import { findAxeViolations } from './axe.ts'
import { findWellStockedProducts, openCart } from './cart-page.ts'
import { fillCheckout, payWithCard, placeOrder } from './checkout-form.ts'
import { expect, test } from './test.ts'

test('a shopper chooses samples in the cart and finds them in the order', async ({ page, request }) => {
  test.slow()
  const products = await findWellStockedProducts(request)
  const small = products.find(({ price }) => price < 40)
  const large = products.find(({ price }) => price > 75)
  if (!small || !large) throw new Error('The demo has no such products')
  await openCart(page, [{ productId: small.id, quantity: 1 }])
  const samples = page.getByRole('region', { name: 'Choose 2 free samples' })
  await expect(samples).toContainText('more, before discounts, to choose 2 samples.')

  await openCart(page, [{ productId: large.id, quantity: 1 }])
  const boxes = samples.getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await expect(samples.getByRole('status')).toContainText('2 of 2 chosen.')
  await expect(boxes.nth(2)).toBeDisabled()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  await page.reload()
  await expect(samples.getByRole('status')).toContainText('2 of 2 chosen.')
  await boxes.nth(1).uncheck()
  await expect(boxes.nth(2)).toBeEnabled()
  await boxes.nth(2).check()
  await expect(samples.getByRole('status')).toContainText('2 of 2 chosen.')

  await page.getByRole('link', { name: 'Proceed to checkout' }).click()
  await expect(page.getByText('Free sample', { exact: true })).toHaveCount(2)
  await fillCheckout(page)
  await placeOrder(page)
  await payWithCard(page, '4242 4242 4242 4242')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await page.goto('/orders')
  await page.getByRole('link', { name: /#EB/ }).first().click()
  await expect(page.getByText('Free sample', { exact: true })).toHaveCount(2)
  await openCart(page, [{ productId: large.id, quantity: 1 }])
  await expect(samples.getByRole('status')).toContainText('0 of 2 chosen.')
})
