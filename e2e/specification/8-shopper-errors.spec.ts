import type { Page } from '@playwright/test'
import { ADMIN, GRACE, newAccount, openAccount, startSession, visibleMessage } from '../account.ts'
import { apiClient, customerClient, idempotencyKey, SHIPPING_ADDRESS, startCardPayment } from '../api.ts'
import { cartRow, findWellStockedProducts, openCart } from '../cart-page.ts'
import { productCards } from '../catalog.ts'
import { fillCheckout, payWithCard, placeOrder } from '../checkout-form.ts'
import { queryDatabase } from '../demo-store.ts'
import { addButton } from '../guest-cart.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

/** As a proxy does when the store is down. */
const failForms = (page: Page, path: string) =>
  page.route(`**${path}.data*`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 502 }) : route.continue(),
  )

async function submitCredentials(page: Page, path: string, button: string, account = newAccount()) {
  await page.goto(path)
  await waitForHydration(page)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: button, exact: true }).click()
}

async function expectGoogleMessage(page: Page, problem: string, message: string) {
  await page.goto(`/login?google=${problem}`)
  await expect(visibleMessage(page, 'Google Login Failed')).toBeVisible()
  await expect(visibleMessage(page, message)).toBeVisible()
}

test.describe('8 Error catalogue', () => {
  test("Sign-up shows the service message inline, otherwise 'An unexpected error occurred'.", async ({
    page,
  }) => {
    await submitCredentials(page, '/signup', 'Sign Up', { ...newAccount(), password: 'password1' })
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/password/i)
    await failForms(page, '/signup')
    await page.getByLabel('Password').fill('quiet orchard')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred')
  })

  test("Login shows 'Login Failed' with the service message, and 'Something went wrong. Please try again.'", async ({
    page,
  }) => {
    await submitCredentials(page, '/login', 'Sign In')
    await expect(toast(page)).toContainText('Login Failed')
    await expect(toast(page)).toContainText('Invalid email or password')
    await failForms(page, '/login')
    await submitCredentials(page, '/login', 'Sign In')
    await expect(toast(page)).toContainText('Something went wrong. Please try again.')
  })

  test("Sign-up on the login screen shows 'Sign Up Failed', or 'Account Created: Please check your email to verify your account.'", async ({
    page,
  }) => {
    await submitCredentials(page, '/login?mode=sign-up', 'Sign Up', { ...newAccount(), password: 'short' })
    await expect(toast(page)).toContainText('Sign Up Failed')
    await submitCredentials(page, '/login?mode=sign-up', 'Sign Up')
    await expect(toast(page)).toContainText('Account Created')
    await expect(toast(page)).toContainText('Please check your email to verify your account.')
  })

  test("A reset shows 'Reset Email Sent: Please check your email for password reset instructions.'", async ({
    page,
  }) => {
    await page.goto('/login?mode=forgot')
    await waitForHydration(page)
    await page.getByLabel('Email').fill(newAccount().email)
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await expect(toast(page)).toContainText('Reset Email Sent')
    await expect(toast(page)).toContainText('Please check your email for password reset instructions.')
  })

  test("A successful login shows 'Welcome!' / 'Successfully logged in!', on the admin login 'Login Successful: Welcome back to the admin portal!'", async ({
    page,
  }) => {
    await submitCredentials(page, '/login', 'Sign In', GRACE)
    await expect(toast(page)).toContainText('Welcome!')
    await expect(toast(page)).toContainText('Successfully logged in!')
    await page.context().clearCookies()
    await submitCredentials(page, '/admin/login', 'Sign In', ADMIN)
    await expect(toast(page)).toContainText('Login Successful')
    await expect(toast(page)).toContainText('Welcome back to the admin portal!')
  })

  test("Google login shows 'Google login is not configured. Please contact support or use email/password login.'", async ({
    page,
  }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(visibleMessage(page, 'Google Login Failed')).toBeVisible()
    await expect(
      visibleMessage(
        page,
        'Google login is not configured. Please contact support or use email/password login.',
      ),
    ).toBeVisible()
  })

  test("Google's invalid credentials give 'Google authentication failed. Please try again or use email/password login.', an unconfirmed email 'Please verify your email address before signing in.'", async ({
    page,
  }) => {
    await expectGoogleMessage(
      page,
      'refused',
      'Google authentication failed. Please try again or use email/password login.',
    )
    await expectGoogleMessage(page, 'unverified', 'Please verify your email address before signing in.')
  })

  test("Google's default message is 'Failed to authenticate with Google. Please try again.', on an unexpected error 'Something went wrong with Google login. Please try email/password login instead.'", async ({
    page,
  }) => {
    await expectGoogleMessage(page, 'failed', 'Failed to authenticate with Google. Please try again.')
    await expectGoogleMessage(
      page,
      'unexpected',
      'Something went wrong with Google login. Please try email/password login instead.',
    )
  })

  test('A profile fetch failure is logged, and the page stays.', async ({ browser, store }) => {
    const page = await browser.newPage({ baseURL: store.url })
    await startSession(page, GRACE)
    await page.route('**/api/v1/profile', (route) => route.fulfill({ status: 503, body: 'busy' }))
    const logged = page.waitForEvent('console', (line) => line.text().startsWith('Failed to fetch profile'))
    await page.goto('/categories')
    expect((await logged).type()).toBe('error')
    await expect(productCards(page).first()).toBeVisible()
    await page.close()
  })

  test("Adding shows 'Added to cart!' and the alert 'The item is added successfully to the cart', or 'Failed to add item to cart. Please try again.' (title Error).", async ({
    page,
  }) => {
    await page.goto('/categories')
    await waitForHydration(page)
    const card = productCards(page).first()
    await addButton(card).press('Enter')
    await expect(toast(page)).toContainText('Added to cart!')
    await expect(card.getByRole('alert')).toHaveText('The item is added successfully to the cart')
    await blockStorage(page)
    await addButton(card).press('Enter')
    await expect(toast(page)).toContainText('Error')
    await expect(toast(page)).toContainText('Failed to add item to cart. Please try again.')
  })

  test("A change that fails shows 'Failed to update cart. Please try again.', and a removal 'Item removed'.", async ({
    page,
    request,
  }) => {
    const [first, second] = await findWellStockedProducts(request)
    await openCart(
      page,
      [first, second].map(({ id }) => ({ productId: id, quantity: 1 })),
    )
    await cartRow(page, second).getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page)).toContainText('Item removed')
    await blockStorage(page)
    await cartRow(page, first).getByRole('button', { name: 'Increase quantity' }).click()
    await expect(toast(page)).toContainText('Failed to update cart. Please try again.')
  })

  test("Internal cart messages 'Failed to add to cart: {reason}', 'Failed to update cart: {reason}', 'Failed to remove from cart: {reason}' and 'Failed to clear cart: {reason}' are logged, not shown.", async ({
    request,
    store,
  }) => {
    const { api } = await customerClient(request)
    const [first, second] = await findWellStockedProducts(request)
    const added = await api('POST /cart/items', { data: { product_id: first.id, quantity: 1 } })
    const { id } = (await api('GET /profile')).body
    await breakTable(store.databaseUrl, 'cart_items', `user_id = '${id}'`)
    const item = `/cart/items/${added.body.id}` as const
    const responses = [
      await api('POST /cart/items', { data: { product_id: second.id, quantity: 1 } }),
      await api(`PATCH ${item}`, { data: { quantity: 2 } }),
      await api(`DELETE ${item}`),
      await api('DELETE /cart'),
    ]
    for (const { status, body } of responses) {
      expect(status).toBe(500)
      expect(JSON.stringify(body)).not.toContain('Failed to')
    }
    for (const message of ['add to cart', 'update cart', 'remove from cart', 'clear cart'])
      await expect
        .poll(() => JSON.stringify(store.readLogEntries()))
        .toContain(`Failed to ${message}: the table is broken`)
  })

  test("Internal order messages 'Failed to create order: ...' and 'Failed to create order items: ...' are logged, not shown.", async ({
    request,
    store,
  }) => {
    const { api } = await customerClient(request)
    const { id } = (await api('GET /profile')).body
    const [first] = await findWellStockedProducts(request)
    await breakTable(store.databaseUrl, 'orders', `user_id = '${id}'`)
    const { status, body } = await api('POST /orders', {
      headers: idempotencyKey(),
      data: {
        items: [{ product_id: first.id, quantity: 1 }],
        shipping_address: SHIPPING_ADDRESS,
        payment: 'demo',
      },
    })
    expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining('Failed to')])
    await expect
      .poll(() => JSON.stringify(store.readLogEntries()))
      .toContain('Failed to create order: the table is broken')
  })

  test("Checkout shows 'Payment setup failed: Please try again or contact support.', for a test order 'Failed to place order', on success 'Order placed successfully! Order #... has been confirmed.'", async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await startSession(page, await openAccount(request))
    await page.request.post('/api/v1/cart/items', { data: { product_id: first.id, quantity: 1 } })
    await page.goto('/checkout')
    await waitForHydration(page)
    await fillCheckout(page)
    await failForms(page, '/checkout')
    await placeOrder(page)
    await expect(toast(page)).toContainText('Payment setup failed: Please try again or contact support.')
    await page.getByLabel('Demo payment').check()
    await placeOrder(page)
    await expect(toast(page)).toContainText('Failed to place order')
    await page.unrouteAll()
    await placeOrder(page)
    await expect(
      page.getByText(/^Order placed successfully! Order #EB\d{6,} has been confirmed\.$/),
    ).toBeVisible()
  })

  test("The payment page shows 'Payment successful!' / 'Your order has been confirmed.'", async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await page.goto((await startCardPayment(await apiClient(request), first)).body.url)
    await payWithCard(page, '4242 4242 4242 4242')
    await expect(toast(page)).toContainText('Payment successful!')
    await expect(toast(page)).toContainText('Your order has been confirmed.')
  })

  test("A missing session_id goes straight to 'Payment failed' / 'Please try again or contact support.', and a failing call shows 'Verification failed' / 'Unable to verify payment. Please contact support.'", async ({
    page,
  }) => {
    await page.goto('/payment-success')
    await expect(toast(page)).toContainText('Payment failed')
    await expect(toast(page)).toContainText('Please try again or contact support.')
    await failForms(page, '/payment-success')
    await page.goto('/payment-success?session_id=cs_nobody')
    await expect(toast(page)).toContainText('Verification failed')
    await expect(toast(page)).toContainText('Unable to verify payment. Please contact support.')
  })
})

/** From here on, browser storage refuses every write. */
const blockStorage = (page: Page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })

/** Statements on the rows of one account fail from here on. */
async function breakTable(databaseUrl: string, table: string, where: string): Promise<void> {
  const name = `broken_${crypto.randomUUID().replaceAll('-', '')}`
  await queryDatabase(
    databaseUrl,
    `create function ${name}() returns trigger language plpgsql
      as $$ begin raise exception 'the table is broken'; end $$`,
  )
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ])
    await queryDatabase(
      databaseUrl,
      `create trigger ${name}_${event} before ${event} on ${table} for each row
        when (${row}.${where}) execute function ${name}()`,
    )
}
