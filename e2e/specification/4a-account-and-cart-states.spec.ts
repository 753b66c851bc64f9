import { ADMIN, findEmailLink, GRACE, newAccount, signIn, siteHeader, visibleMessage } from '../account.ts'
import { customerClient, startSession } from '../api.ts'
import { cartRow, findWellStockedProducts, openCart } from '../cart-page.ts'
import { queryDatabase } from '../demo-store.ts'
import { readGuestCart } from '../guest-cart.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test.describe('4 States and transitions', () => {
  test('Loading starts true and becomes false once the initial session and profile fetch finish.', async ({
    page,
  }) => {
    await startSession(page, ADMIN)
    expect(await (await page.request.get('/legacy-admin')).text()).toContain('Loading...')
    const profile = page.waitForResponse('**/api/v1/profile')
    await page.goto('/legacy-admin')
    await profile
    await expect(page.getByText('Loading...')).toBeHidden()
    await expect(page.getByRole('banner')).toContainText(ADMIN.email)
  })

  test('After a sign-in event the profile is fetched following a 500 ms delay.', async ({ page }) => {
    await page.clock.install()
    let profileRequests = 0
    page.on('request', (sent) => {
      if (sent.url().endsWith('/api/v1/profile')) profileRequests++
    })
    await page.goto('/login')
    await waitForHydration(page)
    await page.getByLabel('Email').fill(GRACE.email)
    await page.getByLabel('Password').fill(GRACE.password)
    const authScript = page.waitForResponse(/auth-sync/)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await authScript
    await expect(siteHeader(page).getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.clock.runFor(490)
    expect(profileRequests).toBe(0)
    await page.clock.runFor(20)
    await expect.poll(() => profileRequests).toBe(1)
  })

  test('On sign-out the profile is cleared and admin status is false.', async ({ page }) => {
    await startSession(page, ADMIN)
    const profile = page.waitForResponse('**/api/v1/profile')
    await page.goto('/')
    await profile
    await expect(siteHeader(page).getByRole('link', { name: 'Admin Panel' })).toBeVisible()
    await siteHeader(page).getByRole('button', { name: 'Logout' }).click()
    await expect(siteHeader(page).getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(siteHeader(page).getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
    expect((await page.request.get('/api/v1/profile')).status()).toBe(401)
  })

  test('Sign-up requires email confirmation; the confirmation link returns to the site root.', async ({
    page,
    request,
  }) => {
    const account = newAccount()
    await page.goto('/signup')
    await waitForHydration(page)
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL(/\/login$/)
    const grant = { grant_type: 'password', ...account }
    expect((await request.post('/api/v1/auth/token', { data: grant })).status()).not.toBe(200)
    await page.goto(await findEmailLink(request, account.email, /confirm/i))
    expect(new URL(page.url()).pathname).toBe('/')
    expect((await request.post('/api/v1/auth/token', { data: grant })).status()).toBe(200)
  })

  test('Signed out goes to signed in, then redirects by role.', async ({ page }) => {
    await signIn(page, GRACE)
    expect(new URL(page.url()).pathname).toBe('/')
    await page.context().clearCookies()
    await signIn(page, ADMIN)
    expect(new URL(page.url()).pathname).toBe('/admin')
  })

  test('Guests keep the cart in browser storage under the key cart.', async ({ page, request }) => {
    const [first] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: first.id, quantity: 1 }])
    await cartRow(page, first).getByRole('button', { name: 'Increase quantity' }).click()
    await expect(cartRow(page, first).locator('output')).toHaveText('2')
    expect(await readGuestCart(page)).toBe(JSON.stringify([{ productId: first.id, quantity: 2 }]))
    await page.getByRole('button', { name: 'Clear cart' }).click()
    await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
    expect(JSON.parse((await readGuestCart(page)) ?? '[]')).toEqual([])
  })

  test('Signed-in users keep the cart in the backend; adding an existing product increases its quantity, 0 removes the item, and clear cart deletes all rows.', async ({
    request,
    store,
  }) => {
    const { api, account } = await customerClient(request)
    const [first, second] = await findWellStockedProducts(request)
    const readRows = () =>
      queryDatabase<{ quantity: number }>(
        store.databaseUrl,
        'select quantity from cart_items where user_id = (select id from profiles where email = $1)',
        [account.email],
      )
    for (const quantity of [1, 2]) await api('POST /cart/items', { data: { product_id: first.id, quantity } })
    expect(await readRows()).toEqual([{ quantity: 3 }])
    const [{ id }] = (await api('GET /cart')).body.data
    expect((await api(`PATCH /cart/items/${id}`, { data: { quantity: 0 } })).status).toBe(204)
    expect(await readRows()).toEqual([])
    for (const { id: product_id } of [first, second])
      await api('POST /cart/items', { data: { product_id, quantity: 1 } })
    expect((await api('DELETE /cart')).status).toBe(204)
    expect(await readRows()).toEqual([])
  })

  test("Setting a quantity to 0 or less removes the item ('Item removed').", async ({ page, request }) => {
    const [first] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: first.id, quantity: 1 }])
    await cartRow(page, first).getByRole('button', { name: 'Decrease quantity' }).click()
    await expect(visibleMessage(page, 'Item removed')).toBeVisible()
    await expect(cartRow(page, first)).toHaveCount(0)
  })

  test("The cart page offers a local cart to anonymous users and prompts login to add ('Login to Add').", async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: first.id, quantity: 1 }])
    await expect(page.getByRole('heading', { name: 'Please log in' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login to Add' })).toHaveAttribute('href', /^\/login/)
  })
})
