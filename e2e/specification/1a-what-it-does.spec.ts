import { ADMIN, GRACE, openAccount, signIn, siteHeader, startSession } from '../account.ts'
import { openAdmin } from '../admin.ts'
import { findWellStockedProducts, openCart } from '../cart-page.ts'
import { productCards, readProductPrices } from '../catalog.ts'
import { consultantButton, consultantDialog, consultantLinks } from '../consultant.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test.describe('1 What the product does and for whom', () => {
  test('Customers sign up and sign in with email and password, or with a Google account', async ({
    page,
  }) => {
    for (const [path, submit] of [
      ['/login?mode=sign-up', 'Sign Up'],
      ['/login', 'Sign In'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: submit, exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
      await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
    }
    await signIn(page, GRACE)
    await expect(siteHeader(page).getByRole('button', { name: 'Logout' })).toBeVisible()
  })

  test('Customers browse products by category, search, keep a cart, check out, view their orders and manage a profile', async ({
    page,
    request,
  }) => {
    const [product] = await findWellStockedProducts(request)
    await startSession(page, await openAccount(request))
    await page.request.post('/api/v1/cart/items', { data: { product_id: product.id, quantity: 1 } })
    for (const [path, heading] of [
      ['/categories?category=Makeup', 'Makeup'],
      ['/search?q=rose', 'SearchResults'],
      ['/cart', 'Your Cart'],
      ['/checkout', 'Checkout'],
      ['/orders', 'Your Orders'],
      ['/profile', 'My Profile'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
  })

  test('Checkout has two payment methods: a card payment provider (the default), or a simulated demo payment (a test order)', async ({
    page,
    request,
  }) => {
    const [product] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: product.id, quantity: 1 }], '/checkout')
    const methods = page.getByRole('group', { name: 'Payment Method' }).getByRole('radio')
    await expect(methods).toHaveCount(2)
    await expect(methods.first()).toHaveAccessibleName(/^Credit or debit card/)
    await expect(methods.first()).toBeChecked()
    await expect(methods.last()).toHaveAccessibleName(/^Demo payment Places a test order\./)
    await expect(methods.last()).not.toBeChecked()
  })

  test('Prices are shown in a regional currency', async ({ page }) => {
    await page.goto('/categories?category=Fragrance')
    for (const [region, price] of [
      ['IN', /^₹[\d,]+$/],
      ['GB', /^£\d+\.\d\d$/],
      ['CA', /^C\$\d+\.\d\d$/],
      ['US', /^\$\d+\.\d\d$/],
    ] as const) {
      await waitForHydration(page)
      const reloaded = page.waitForEvent('load')
      await page.getByLabel('Region and currency').selectOption(region)
      await reloaded
      const prices = await readProductPrices(page)
      expect(prices.length).toBeGreaterThan(2)
      for (const text of prices) expect(text).toMatch(price)
    }
  })

  test('Administrators use a back office for users, orders, accounting entries and uploaded media', async ({
    page,
  }) => {
    await openAdmin(page)
    const screens = page.getByRole('navigation', { name: 'Back office' })
    for (const name of ['Users', 'Orders', 'Accounting', 'Media']) {
      await screens.getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    }
  })

  test('A single designated administrator email exists', async ({ page }) => {
    await page.goto('/setup')
    await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email)
    await expect(page.getByLabel('Email')).toBeDisabled()
  })

  test('A floating camera-based beauty consultant appears on the home page', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    await expect(consultantButton(page)).toBeInViewport()
    await page.mouse.wheel(0, 2000)
    await expect(consultantButton(page)).toBeInViewport()
    await consultantButton(page).click()
    await expect(consultantDialog(page)).toContainText(/camera/i)
  })

  test('The consultant is simulated: after a 3 second wait it returns three fixed product recommendations', async ({
    page,
  }) => {
    await page.goto('/')
    await waitForHydration(page)
    const recommendations: string[][] = []
    for (const _visit of ['first', 'second']) {
      await consultantButton(page).click()
      const startedAt = Date.now()
      await consultantDialog(page).getByRole('button', { name: 'Continue without camera' }).click()
      await expect(consultantLinks(page)).toHaveCount(3)
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2900)
      recommendations.push(await consultantLinks(page).allInnerTexts())
      await page.keyboard.press('Escape')
    }
    expect(recommendations[1]).toEqual(recommendations[0])
  })

  test('The top navigation bar has: brand title and tagline, Home, Categories, Cart with an item-count badge, a region/currency selector, a product search box, Login', async ({
    page,
    request,
  }) => {
    const [product] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: product.id, quantity: 3 }], '/')
    const bar = siteHeader(page)
    await expect(bar.getByRole('link', { name: 'Eternal Beauty A house of quiet luxuries' })).toBeVisible()
    for (const [name, path] of [
      ['Home', '/'],
      ['Categories', '/categories'],
      ['Login', '/login'],
    ] as const)
      await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    const cart = bar.locator('a[href="/cart"]')
    await expect(cart).toContainText('Cart')
    await expect(cart).toContainText('3')
    await expect(bar.getByLabel('Region and currency')).toBeVisible()
    await expect(bar.getByRole('search').getByLabel('Search products')).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  })

  test('The top navigation bar has Logout and Profile for a signed-in customer', async ({ page }) => {
    await startSession(page, GRACE)
    await page.goto('/')
    const bar = siteHeader(page)
    await expect(bar.getByRole('link', { name: 'Profile', exact: true })).toHaveAttribute('href', '/profile')
    await expect(bar.getByRole('button', { name: 'Logout' })).toBeVisible()
    for (const absent of ['Login', 'Admin', 'Admin Panel'])
      await expect(bar.getByRole('link', { name: absent, exact: true })).toHaveCount(0)
  })

  test('Profile is labelled Admin for admins, and an Admin Panel button is for admins only', async ({
    page,
  }) => {
    await startSession(page, ADMIN)
    await page.goto('/')
    const bar = siteHeader(page)
    await expect(bar.getByRole('link', { name: 'Admin', exact: true })).toHaveAttribute('href', '/profile')
    await expect(bar.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin')
    await expect(bar.getByRole('link', { name: 'Profile', exact: true })).toHaveCount(0)
  })

  test('Customer Service shows an alert with a support phone number and a support email', async ({
    page,
  }) => {
    await page.goto('/')
    await siteHeader(page).getByRole('button', { name: 'Customer Service' }).click()
    const alert = page.getByRole('alertdialog', { name: 'Customer Service' })
    await expect(alert.getByRole('link', { name: '+1 (800) 555-0142' })).toBeVisible()
    await expect(alert.getByRole('link', { name: 'care@eternalbeauty.example' })).toBeVisible()
  })

  test('The search page shows the actual results', async ({ page }) => {
    await page.goto('/search?q=serum')
    await expect(productCards(page).filter({ hasText: 'Rose Hip Night Serum' })).toBeVisible()
  })
})
