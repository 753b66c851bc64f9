import { siteHeader } from '../account.ts'
import { fetchInStockProducts } from '../catalog.ts'
import { addButton, cartCount, readGuestCart, storeGuestCart } from '../guest-cart.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test('a guest opens a product’s pictures, chooses a quantity from 1, adds it to the cart, and sees it in the header and the cart summary', async ({
  page,
  request,
}) => {
  const [first, second] = await fetchInStockProducts(request)
  if (!first || !second) throw new Error('The demo has too few products in stock')
  await storeGuestCart(page, JSON.stringify([{ productId: second.id, quantity: 2 }]))
  await page.goto(`/product/${first.id}`)
  await waitForHydration(page)
  const main = page.getByRole('main')

  const pictures = page.getByRole('list', { name: `Pictures of ${first.name}` }).getByRole('link')
  expect(await pictures.count()).toBeGreaterThan(1)
  await pictures.nth(1).click()
  const viewer = page.getByRole('dialog', { name: /^Pictures of/ })
  await expect(viewer.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)

  const quantity = main.getByLabel('Quantity')
  const decrease = page.getByRole('button', { name: 'Decrease quantity' })
  await expect(quantity).toHaveValue('1')
  await expect(decrease).toBeDisabled()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(quantity).toHaveValue('2')
  await decrease.click()
  await expect(quantity).toHaveValue('1')

  await addButton(main).first().click()
  await expect(main.getByRole('alert')).toHaveText('The item is added successfully to the cart')
  expect(JSON.parse((await readGuestCart(page)) ?? '')).toEqual([
    { productId: second.id, quantity: 2 },
    { productId: first.id, quantity: 1 },
  ])

  await page.goto('/categories')
  await waitForHydration(page)
  const cart = siteHeader(page).locator('a[href="/cart"]')
  await expect(cart).toContainText('Cart')
  await expect(cart).toContainText('3')
  await cartCount(page).click()
  const lines = page.getByRole('region', { name: 'Cart summary' }).getByRole('listitem')
  await expect(lines).toContainText([second.name, first.name])
})
