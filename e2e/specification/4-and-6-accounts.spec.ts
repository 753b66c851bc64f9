import {
  ADMIN,
  findEmailLink,
  GRACE,
  newAccount,
  openAccount,
  signIn,
  siteHeader,
  startSession,
  visibleMessage,
} from '../account.ts'
import { apiClient, customerClient, placeTestOrder } from '../api.ts'
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

test.describe('6 Roles and permissions', () => {
  test('The roles are user (customer) and admin, stored on the profile.', async ({ store }) => {
    const roles = await queryDatabase(store.databaseUrl, 'select distinct role from profiles order by role')
    expect(roles).toEqual([{ role: 'admin' }, { role: 'user' }])
  })

  test('Admin is true when the profile email equals the designated admin email or the role is admin.', async ({
    request,
  }) => {
    const designated = await apiClient(request, ADMIN)
    expect((await designated('GET /profile')).body).toMatchObject({ email: ADMIN.email, role: 'admin' })
    const { api, account } = await customerClient(request)
    expect((await api('GET /admin/profiles')).status).toBe(403)
    const { id } = (await api('GET /profile')).body
    expect((await designated(`PATCH /admin/profiles/${id}`, { data: { role: 'admin' } })).status).toBe(200)
    const grant = { grant_type: 'password', ...account }
    const { access_token } = await (await request.post('/api/v1/auth/token', { data: grant })).json()
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await designated('GET /admin/profiles', { headers })).status).toBe(200)
  })

  test('Sign-up metadata cannot make anyone but the designated email an admin.', async ({ request }) => {
    const account = newAccount()
    const guest = await apiClient(request)
    await guest('POST /auth/signup', {
      data: { ...account, role: 'admin', options: { data: { full_name: 'Customer', role: 'admin' } } },
    })
    await request.get(await findEmailLink(request, account.email, /confirm/i))
    const api = await apiClient(request, account)
    expect((await api('GET /profile')).body).toMatchObject({ role: 'user', full_name: 'Customer' })
  })

  test("The full_name is 'Admin User' for the admin email and 'Customer' for others.", async ({
    request,
  }) => {
    const admin = await apiClient(request, ADMIN)
    expect((await admin('GET /profile')).body.full_name).toBe('Admin User')
    const { api } = await customerClient(request)
    expect((await api('GET /profile')).body.full_name).toBe('Customer')
  })

  test('A guest can browse, search, keep a local cart, and sees Login.', async ({ page, request }) => {
    for (const path of ['/', '/categories', '/search?q=rose'])
      expect((await request.get(path)).status()).toBe(200)
    await openCart(page, [])
    await expect(siteHeader(page).getByRole('link', { name: 'Login', exact: true })).toBeVisible()
    for (const name of ['Profile', 'Admin', 'Admin Panel'])
      await expect(siteHeader(page).getByRole('link', { name, exact: true })).toHaveCount(0)
  })

  test('A signed-in user has a server-backed cart and sees Profile and Logout.', async ({
    page,
    request,
  }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/')
    await expect(siteHeader(page).getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
    await expect(siteHeader(page).getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(siteHeader(page).getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
    expect((await page.request.get('/api/v1/cart')).status()).toBe(200)
  })

  test('A signed-in user sees only their own orders.', async ({ request }) => {
    const { api } = await customerClient(request)
    expect((await api('GET /orders')).body.data).toEqual([])
    const { order } = await placeTestOrder(request, api)
    const { data } = (await api('GET /orders')).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([order.id])
    const grace = await apiClient(request, GRACE)
    expect((await grace(`GET /orders/${order.id}`)).status).toBe(404)
  })

  test('An admin sees the Admin Panel button, the Admin label on the profile button, and all orders.', async ({
    page,
    request,
  }) => {
    await startSession(page, ADMIN)
    await page.goto('/')
    await expect(siteHeader(page).getByRole('link', { name: 'Admin Panel' })).toBeVisible()
    await expect(siteHeader(page).getByRole('link', { name: 'Admin', exact: true })).toHaveAttribute(
      'href',
      '/profile',
    )
    const admin = await apiClient(request, ADMIN)
    const { data } = (await admin('GET /orders?limit=100')).body
    expect(new Set(data.map(({ user_id }: { user_id: string }) => user_id)).size).toBeGreaterThan(5)
  })

  test("An admin changes any user's role.", async ({ page, request }) => {
    const account = await openAccount(request)
    await startSession(page, ADMIN)
    await page.goto(`/admin/user-management?q=${encodeURIComponent(account.email)}`)
    await waitForHydration(page)
    const role = page.getByLabel(`Role of ${account.email}`)
    await expect(role).toHaveValue('user')
    await role.selectOption('admin')
    await page.getByLabel('Your password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Change role' }).click()
    await expect(page.getByText('User role updated successfully').first()).toBeVisible()
    await expect(role).toHaveValue('admin')
  })

  test('The older admin layout redirects non-admins to /login.', async ({ request, page }) => {
    for (const path of ['/legacy-admin', '/legacy-admin/orders'])
      expect(new URL((await request.get(path)).url()).pathname).toBe('/login')
    await startSession(page, GRACE)
    const response = await page.request.get('/legacy-admin/users', { maxRedirects: 0 })
    expect(response.headers().location).toMatch(/^\/login/)
  })
})
