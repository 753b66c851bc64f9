import { findEmailLink, GRACE, openAccount, siteHeader, startSession } from '../account.ts'
import { openAdmin } from '../admin.ts'
import { findWellStockedProducts, openCart } from '../cart-page.ts'
import { cardName, fetchInStockProducts, productCards } from '../catalog.ts'
import { fillCheckout, payWithCard, placeOrder } from '../checkout-form.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test.describe('2 Route table', () => {
  test('/ is Home', async ({ page }) => {
    expect((await page.goto('/'))?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
  })

  test('/categories is the product listing', async ({ page, request }) => {
    await page.goto('/categories')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All products')
    await expect(productCards(page)).toHaveCount((await fetchInStockProducts(request)).length)
  })

  test('/product/{id} is the product detail, and the id parameter is read', async ({ page, request }) => {
    for (const product of (await fetchInStockProducts(request)).slice(0, 2)) {
      await page.goto(`/product/${product.id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(cardName(product))
    }
  })

  test('/cart is the Cart', async ({ page, request }) => {
    const [product] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: product.id, quantity: 1 }])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Cart')
  })

  test('/checkout is the Checkout', async ({ page, request }) => {
    const [product] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: product.id, quantity: 1 }], '/checkout')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  })

  test('/profile is My Profile', async ({ page }) => {
    await startSession(page, GRACE)
    await page.goto('/profile')
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
  })

  test('/orders is the order history', async ({ page }) => {
    await startSession(page, GRACE)
    await page.goto('/orders')
    await expect(page).toHaveURL('/orders')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Orders')
  })

  test('/search?q={query} is the search page', async ({ page }) => {
    await page.goto('/search?q=rose')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('SearchResults')
  })

  test('/customer/login and /login are the customer sign-in (combined screen)', async ({ page }) => {
    for (const path of ['/customer/login', '/login']) {
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Login')
    }
  })

  test('/signup is the customer sign-up', async ({ page }) => {
    await page.goto('/signup')
    await expect(page).toHaveURL('/signup')
    await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible()
  })

  test('/admin/login is the admin sign-in', async ({ page }) => {
    await page.goto('/admin/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login')
  })

  test('/setup and /admin/setup are the one-time admin setup', async ({ page }) => {
    for (const path of ['/setup', '/admin/setup']) {
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Setup')
    }
  })

  test('/admin/* is the admin area, and /legacy-admin/* is the older admin area', async ({ page }) => {
    await openAdmin(page)
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()
    await page.goto('/admin/users')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
    await page.goto('/legacy-admin/users')
    await expect(page.getByRole('banner')).toContainText('Admin Dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  })

  test('/payment-success is the payment result page, which reads the query parameter session_id', async ({
    page,
  }) => {
    const verified = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/payment-success'),
    )
    await page.goto('/payment-success?session_id=cs_orchard')
    expect((await verified).postData()).toContain('cs_orchard')
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  })

  test("Any other path is the 404 page 'Oops! Page not found' with link 'Return to Home'", async ({
    page,
  }) => {
    expect((await page.goto('/orchard/pears'))?.status()).toBe(404)
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to Home', exact: true })).toHaveAttribute('href', '/')
  })

  test('The unknown path is logged', async ({ request, store }) => {
    const unknownPath = `/orchard/${crypto.randomUUID()}`
    await request.get(unknownPath)
    await expect
      .poll(() => store.readLogEntries().filter(({ path }) => path === unknownPath))
      .toContainEqual(expect.objectContaining({ event: 'page not found' }))
  })

  test("The separate sign-up screen is titled 'Sign Up for Eternal Beauty'", async ({ page }) => {
    await page.goto('/signup')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Sign Up for Eternal Beauty', exact: true }),
    ).toBeVisible()
  })

  test('Storefront pages share a header and a gradient page frame', async ({ page }) => {
    for (const path of ['/', '/categories', '/cart', '/login', '/search?q=rose', '/nowhere']) {
      await page.goto(path)
      await expect(siteHeader(page)).toContainText('Eternal Beauty')
      await expect(page.locator('.page-frame')).toHaveCSS('background-image', /^linear-gradient\(/)
    }
  })

  test('The return addresses are /payment-success after card payment and /checkout on cancel', async ({
    page,
    request,
  }) => {
    test.slow()
    const [product] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: product.id, quantity: 1 }], '/checkout')
    await fillCheckout(page)
    await placeOrder(page)
    await page.getByRole('link', { name: 'Return to the store without paying' }).click()
    await expect(page).toHaveURL('/checkout')
    await waitForHydration(page)
    await placeOrder(page)
    await payWithCard(page, '4242 4242 4242 4242')
    await expect(page).toHaveURL(/\/payment-success\?session_id=cs_/)
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  })

  test('The return address of a password reset is /reset-password', async ({ page, request }) => {
    const { email } = await openAccount(request)
    await page.goto('/login?mode=forgot')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await page.goto(await findEmailLink(request, email, /password/i))
    await expect(page).toHaveURL('/reset-password')
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  })
})
