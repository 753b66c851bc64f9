import { ADMIN, openAccount, startSession } from '../account.ts'
import {
  cardName,
  fetchFirstProduct,
  fetchInStockProducts,
  productCards,
  readProductNames,
} from '../catalog.ts'
import { consultantButton } from '../consultant.ts'
import { addButton, cartCount, readGuestCart, storeGuestCart } from '../guest-cart.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test.describe('2 Home (/)', () => {
  test('The home page has a title', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle(/Eternal Beauty/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Small batches, slow evenings')
  })

  test('A special-offers banner has two offers (both link to /categories)', async ({ page }) => {
    await page.goto('/')
    const offers = page.getByRole('region', { name: 'Special offers' }).getByRole('link')
    await expect(offers).toHaveCount(2)
    for (const offer of await offers.all()) await expect(offer).toHaveAttribute('href', '/categories')
  })

  test("The first 6 products are under 'Popular Beauty Products', each with a View Product button to /categories", async ({
    page,
    request,
  }) => {
    await page.goto('/')
    const popular = page.getByRole('region', { name: 'Popular Beauty Products' })
    await expect(popular.getByRole('heading', { level: 2 })).toHaveText('Popular Beauty Products')
    const firstProducts = (await fetchInStockProducts(request)).slice(0, 6)
    await expect(popular.getByRole('heading', { level: 3 })).toHaveText(firstProducts.map(cardName))
    for (const product of await popular.getByRole('article').all())
      await expect(product.getByRole('link', { name: 'View Product', exact: true })).toHaveAttribute(
        'href',
        /^\/categories#/,
      )
  })

  test("A 'View All Products' link leads to the product listing", async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'View All Products', exact: true }).click()
    await expect(page).toHaveURL('/categories')
  })

  test("Three info tiles are Browse Products, Featured Products ('Coming Soon'), Special Offers", async ({
    page,
  }) => {
    await page.goto('/')
    const tiles = page.getByRole('region', { name: 'Explore' }).getByRole('listitem')
    await expect(tiles.getByRole('heading')).toHaveText([
      'Browse Products',
      'Featured Products',
      'Special Offers',
    ])
    await expect(tiles.nth(1).getByText('Coming Soon', { exact: true })).toBeVisible()
  })

  test('Logged-in admins see an admin panel with links to /admin and /admin/users', async ({ page }) => {
    await startSession(page, ADMIN)
    await page.goto('/')
    const panel = page.getByRole('region', { name: 'Admin Panel' })
    await expect(panel.getByRole('link').first()).toHaveAttribute('href', '/admin')
    await expect(panel.getByRole('link').last()).toHaveAttribute('href', '/admin/users')
    await expect(page.getByRole('link', { name: 'Get Started with Customer Login' })).toHaveCount(0)
  })

  test("Anonymous users see 'Get Started with Customer Login' (/customer/login) and 'Admin Login' (/admin/login)", async ({
    page,
  }) => {
    await page.goto('/')
    for (const [name, path] of [
      ['Get Started with Customer Login', '/customer/login'],
      ['Admin Login', '/admin/login'],
    ] as const)
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    await expect(page.getByRole('region', { name: 'Admin Panel' })).toHaveCount(0)
  })

  test('The AI consultant floating button appears here', async ({ page }) => {
    await page.goto('/categories')
    await expect(consultantButton(page)).toHaveCount(0)
    await page.goto('/')
    await expect(consultantButton(page)).toBeInViewport()
  })
})

test.describe('2 Categories (/categories)', () => {
  test('The product listing has a category filter', async ({ page, request }) => {
    await page.goto('/categories')
    await waitForHydration(page)
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Makeup' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Makeup')
    const makeup = (await fetchInStockProducts(request, { category: 'Makeup' })).map(cardName)
    expect(makeup.length).toBeGreaterThan(2)
    expect((await readProductNames(page)).sort()).toEqual(makeup.sort())
  })

  test('The product listing has a sort by name or price', async ({ page, request }) => {
    await page.goto('/categories')
    await waitForHydration(page)
    await page.getByLabel('Sort by').selectOption({ label: 'Name' })
    await expect(page).toHaveURL('/categories?sort=name')
    const products = await fetchInStockProducts(request)
    const names = products.map(cardName).sort()
    await expect(productCards(page).getByRole('heading')).toHaveText(names)
    await page.getByLabel('Sort by').selectOption({ label: 'Price' })
    await expect(page).toHaveURL('/categories?sort=price')
    await expect(productCards(page).getByRole('heading').first()).not.toHaveText(names[0] ?? '')
    const prices = new Map(products.map((product) => [cardName(product), product.display_price.amount]))
    const sortedPrices = (await readProductNames(page)).map((name) => prices.get(name) ?? Number.NaN)
    expect(sortedPrices).toEqual(sortedPrices.toSorted((a, b) => a - b))
  })

  test('It shows a cart count for logged-in users', async ({ page, request }) => {
    const { id } = await fetchFirstProduct(request)
    await startSession(page, await openAccount(request))
    await page.request.post('/api/v1/cart/items', { data: { product_id: id, quantity: 2 } })
    await page.goto('/categories')
    await expect(cartCount(page)).toContainText(/2\s*items/)
  })

  test('It shows a cart summary list', async ({ page, request }) => {
    const { id, name } = await fetchFirstProduct(request)
    await storeGuestCart(page, JSON.stringify([{ productId: id, quantity: 2 }]))
    await page.goto('/categories')
    await waitForHydration(page)
    await cartCount(page).click()
    const lines = page.getByRole('region', { name: 'Cart summary' }).getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText(name)
  })
})

test.describe('2 Product detail (/product/{id})', () => {
  test('The page has an image gallery', async ({ page, request }) => {
    const { id, name } = await fetchFirstProduct(request)
    await page.goto(`/product/${id}`)
    await waitForHydration(page)
    const pictures = page.getByRole('list', { name: `Pictures of ${name}` }).getByRole('link')
    expect(await pictures.count()).toBeGreaterThan(1)
    await pictures.nth(1).click()
    await expect(page.getByRole('dialog', { name: /^Pictures of/ }).getByRole('img')).toBeVisible()
  })

  test('The page has a quantity picker (minimum 1)', async ({ page, request }) => {
    await page.goto(`/product/${(await fetchFirstProduct(request)).id}`)
    await waitForHydration(page)
    const quantity = page.getByRole('main').getByLabel('Quantity')
    await expect(quantity).toHaveValue('1')
    await expect(page.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled()
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    await expect(quantity).toHaveValue('2')
    await page.getByRole('button', { name: 'Decrease quantity' }).click()
    await expect(quantity).toHaveValue('1')
  })

  test('The page has add to cart', async ({ page, request }) => {
    const { id } = await fetchFirstProduct(request)
    await page.goto(`/product/${id}`)
    await waitForHydration(page)
    await addButton(page.getByRole('main')).first().click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'The item is added successfully to the cart',
    )
    expect(JSON.parse((await readGuestCart(page)) ?? '')).toEqual([{ productId: id, quantity: 1 }])
  })

  test("The page has benefits, ingredients, how to use, 'You Might Also Like'", async ({ page, request }) => {
    const product = await fetchFirstProduct(request)
    await page.goto(`/product/${product.id}`)
    for (const [heading, text] of [
      ['Benefits', product.benefits[0] ?? ''],
      ['Ingredients', product.ingredients.join(', ')],
      ['How to use', product.how_to_use[0] ?? ''],
    ] as const) {
      const section = page.locator('details', { has: page.getByRole('heading', { name: heading }) })
      expect(text).not.toBe('')
      await expect(section).toContainText(text)
    }
    const related = page.getByRole('region', { name: 'You Might Also Like' })
    await expect(related.getByRole('article').first()).toBeVisible()
  })

  test("The page text states 'Free Shipping on orders 75+', '30-Day Return' and '100% Genuine'", async ({
    page,
    request,
  }) => {
    await page.goto(`/product/${(await fetchFirstProduct(request)).id}`)
    for (const promise of ['Free Shipping on orders 75+', '30-Day Return', '100% Genuine'])
      await expect(page.getByRole('main').getByText(promise, { exact: true })).toBeVisible()
  })
})
