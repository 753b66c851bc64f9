import { ADMIN, findEmailLink, GRACE, newAccount, siteHeader, startSession } from '../account.ts'
import { apiClient, customerClient } from '../api.ts'
import { findWellStockedProducts } from '../cart-page.ts'
import { productCards, readProductNames } from '../catalog.ts'
import { consultantButton, consultantDialog } from '../consultant.ts'
import { queryDatabase } from '../demo-store.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test.describe('Readings', () => {
  test('Our own server has the tables profiles, products, cart_items, orders, order_items, and accounting.', async ({
    store,
  }) => {
    const names = ['accounting', 'cart_items', 'order_items', 'orders', 'products', 'profiles']
    const tables = await queryDatabase<{ table_name: string }>(
      store.databaseUrl,
      `select table_name from information_schema.tables
        where table_schema = 'public' and table_name = any($1) order by 1`,
      [names],
    )
    expect(tables.map(({ table_name }) => table_name)).toEqual(names)
  })

  test('Browsers use one HttpOnly, SameSite cookie, and no script can read a token.', async ({
    page,
    context,
  }) => {
    await startSession(page, GRACE)
    await page.goto('/')
    const cookies = (await context.cookies()).filter(({ name }) => name === 'eb_session')
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax' }])
    const readable = await page.evaluate(() => [
      document.cookie,
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    ])
    for (const text of readable) expect(text).not.toContain(cookies[0]?.value)
  })

  test('The access token lasts 1 h, the refresh token is single-use, and signing out ends the session on the server.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    const session = (await guest('POST /auth/token', { data: { grant_type: 'password', ...GRACE } })).body
    const lifetime = Date.parse(session.expires_at) - Date.now()
    expect(Math.abs(lifetime - 3_600_000)).toBeLessThan(60_000)
    const { refresh_token } = session
    const grant = { grant_type: 'refresh_token', refresh_token }
    const renewed = (await guest('POST /auth/token', { data: grant })).body
    expect(renewed.refresh_token).not.toBe(refresh_token)
    const headers = { authorization: `Bearer ${renewed.access_token}` }
    expect((await guest('GET /auth/user', { headers })).status).toBe(200)
    await guest('POST /auth/signout', { headers })
    expect((await guest('GET /auth/user', { headers })).status).toBe(401)
  })

  test('Every admin page but the login and the setup redirects anyone but an admin to /admin/login, the older layout to /login; the API returns 401 or 403.', async ({
    request,
  }) => {
    for (const screen of ['', '/users', '/orders', '/accounting', '/media', '/uploads', '/user-management'])
      for (const [layout, login] of [
        ['/admin', '/admin/login'],
        ['/legacy-admin', '/login'],
      ]) {
        const { location = '' } = (await request.get(layout + screen, { maxRedirects: 0 })).headers()
        expect(new URL(location, 'http://store').pathname).toBe(login)
      }
    const [guest, grace] = [await apiClient(request), await apiClient(request, GRACE)]
    expect((await guest('GET /admin/orders')).status).toBe(401)
    expect((await grace('GET /admin/orders')).status).toBe(403)
  })

  test('Demoting the designated account is refused, with the reason.', async ({ request }) => {
    const admin = await apiClient(request, ADMIN)
    const { id } = (await admin('GET /profile')).body
    const { status, body } = await admin(`PATCH /admin/profiles/${id}`, { data: { role: 'user' } })
    expect(status).toBe(409)
    expect(body.error.message).toContain('You can’t remove the designated administrator’s role.')
  })

  test("The one-time setup works once: if an admin exists, it returns 'User Already Exists'.", async ({
    request,
  }) => {
    const form = { password: 'quiet orchard' }
    for (const path of ['/setup', '/admin/setup']) {
      const response = await request.post(path, { form })
      expect(response.status()).toBe(409)
      expect(await response.text()).toContain('User Already Exists')
    }
  })

  test('An alert is an accessible in-page alert, never window.alert.', async ({ page }) => {
    const dialogs: string[] = []
    page.on('dialog', (dialog) => dialogs.push(dialog.message()))
    await page.goto('/')
    await waitForHydration(page)
    await siteHeader(page).getByRole('button', { name: 'Customer Service' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Customer Service' }).getByRole('link')).toHaveCount(2)
    expect(dialogs).toEqual([])
  })

  test('View Product on Home goes to /categories with that product in view and highlighted; its name links to /product/{id}.', async ({
    page,
  }) => {
    await page.goto('/')
    await waitForHydration(page)
    const card = productCards(page).last()
    const name = await card.getByRole('heading').innerText()
    await expect(card.getByRole('heading').getByRole('link')).toHaveAttribute('href', /^\/product\//)
    await card.getByRole('link', { name: 'View Product' }).click()
    await expect(page).toHaveURL(/\/categories#/)
    const listed = productCards(page).filter({ hasText: name })
    await expect(listed).toBeInViewport({ ratio: 0.5 })
    await expect(listed).toHaveCSS('outline-style', 'solid')
  })

  test("The product detail is data, with real related products under 'You Might Also Like'.", async ({
    page,
    request,
  }) => {
    const [{ id, name }] = await findWellStockedProducts(request)
    const product = (await (await apiClient(request))(`GET /products/${id}`)).body
    await page.goto(`/product/${id}`)
    for (const text of [product.name, product.brand, product.benefits[0]])
      await expect(page.getByRole('main')).toContainText(text)
    const related = page.getByRole('region', { name: 'You Might Also Like' }).getByRole('article')
    await expect(related).toHaveCount(4)
    await expect(related.filter({ hasText: name })).toHaveCount(0)
  })

  test("Featured Products shows 'Coming Soon' until an admin features products.", async ({ page }) => {
    await page.goto('/')
    const tiles = page.getByRole('region', { name: 'Explore' }).getByRole('listitem')
    await expect(tiles.filter({ hasText: 'Featured Products' })).toContainText('Coming Soon')
  })

  test('The two special offers really apply with the code in the banner; without a code the cart has the plain totals.', async ({
    page,
    request,
  }) => {
    await page.goto('/')
    const offers = page.getByRole('region', { name: 'Special offers' }).getByRole('link')
    const codes = (await offers.allInnerTexts()).map((text) => /code ([A-Z]+\d+)/i.exec(text)?.[1])
    expect(codes).toHaveLength(2)
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    const items = [{ product_id: first.id, quantity: 10 }]
    const quote = async (code?: string) =>
      (await guest('POST /quote', { data: { items, region: 'US', ...(code && { code }) } })).body
    expect((await quote()).discount).toBe(0)
    for (const code of codes) expect((await quote(code)).discount).toBeGreaterThan(0)
  })

  test("The search page has the heading 'SearchResults', 'Search query: {q}', and real, typo-tolerant results with filters.", async ({
    page,
  }) => {
    await page.goto('/search?q=satn+lipstik')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('SearchResults')
    await expect(page.getByText('Search query: satn lipstik')).toBeVisible()
    expect((await readProductNames(page))[0]).toMatch(/^Satin Lipstick/)
    for (const name of ['Category', 'Price'])
      await expect(page.getByRole('navigation', { name })).toBeVisible()
  })

  test('Storage holds the bare region code or an object with countryCode; anything else is ignored; the cookie renders the right currency in the first byte.', async ({
    request,
  }) => {
    const html = async (value: string) =>
      (await request.get('/', { headers: { cookie: `userSelectedRegion=${value}` } })).text()
    expect(await html('GB')).toMatch(/£\d+\.\d\d/)
    expect(await html(encodeURIComponent('{"countryCode":"IN"}'))).toMatch(/₹[\d,]+/)
    expect(await html('FR')).toMatch(/\$\d+\.\d\d/)
  })

  test('The API looks up the region on our server, never for a private address.', async ({ request }) => {
    const guest = await apiClient(request)
    expect((await guest('GET /region')).body).toEqual({ country_code: 'US', source: 'default' })
  })

  test('Passwords have at least 8 characters, and the most common are refused.', async ({ request }) => {
    const guest = await apiClient(request)
    for (const password of ['seven77', 'password1'])
      expect((await guest('POST /auth/signup', { data: { ...newAccount(), password } })).status).toBe(400)
    expect((await guest('POST /auth/signup', { data: newAccount() })).status).toBe(200)
  })

  test('Addresses and settings are stored on the server, and checkout offers the saved addresses.', async ({
    page,
    request,
  }) => {
    const { api, account } = await customerClient(request)
    const settings = (await api('GET /profile/settings')).body
    const data = { ...settings, shippingUpdates: !settings.shippingUpdates }
    expect(await api('PUT /profile/settings', { data })).toMatchObject({ status: 200, body: data })
    expect((await api('GET /profile/settings')).body).toEqual(data)
    const [first] = await findWellStockedProducts(request)
    await api('POST /cart/items', { data: { product_id: first.id, quantity: 1 } })
    await startSession(page, account)
    await page.goto('/checkout')
    await expect(
      page.getByRole('navigation', { name: 'Saved addresses' }).getByRole('link', { name: /Home/ }),
    ).toBeVisible()
  })

  test('/admin/products, /admin/analytics, /reset-password, and /signup are built.', async ({ page }) => {
    await page.goto('/signup')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up for Eternal Beauty')
    expect((await page.goto('/reset-password'))?.status()).toBeLessThan(500)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\w/)
    await startSession(page, ADMIN)
    for (const screen of ['Products', 'Analytics']) {
      expect((await page.goto(`/admin/${screen.toLowerCase()}`))?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen)
    }
  })

  test('The consultant says that it is a demonstration and that no image leaves the device.', async ({
    page,
  }) => {
    await page.goto('/')
    await waitForHydration(page)
    const bodies: (string | null)[] = []
    page.on('request', (sent) => bodies.push(sent.postData()))
    await consultantButton(page).click()
    await expect(consultantDialog(page)).toContainText('This is a demo')
    await expect(consultantDialog(page)).toContainText('No picture leaves your device')
    expect(bodies.filter(Boolean)).toEqual([])
  })

  test('Sign-up and reset give the same response for a known and an unknown email.', async ({ request }) => {
    const guest = await apiClient(request)
    const answers = async (email: string) => {
      const signUp = await guest('POST /auth/signup', { data: { email, password: 'quiet orchard' } })
      const reset = await guest('POST /auth/recover', { data: { email } })
      const { id: _, email: __, ...user } = signUp.body.user
      return [signUp.status, signUp.body.message, user, reset.status, reset.body]
    }
    expect(await answers(GRACE.email)).toEqual(await answers(newAccount().email))
  })

  test('Only necessary cookies are set, so there is no banner.', async ({ page, context }) => {
    await page.goto('/')
    await waitForHydration(page)
    const necessary = ['detectedRegion', 'userSelectedRegion']
    for (const { name } of await context.cookies()) expect(necessary).toContain(name)
    await expect(page.getByRole('button', { name: /cookie/i })).toHaveCount(0)
  })

  test('Opened in another browser, the confirmation link shows a page that asks for the password once.', async ({
    page,
    request,
  }) => {
    const account = newAccount()
    await (await apiClient(request))('POST /auth/signup', { data: account })
    await page.goto(await findEmailLink(request, account.email, /confirm/i))
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Confirm Email' }).click()
    await expect(page.getByText('Email address confirmed').first()).toBeVisible()
  })

  test('An unknown path returns status 404 and is logged without control characters.', async ({
    request,
    store,
  }) => {
    const path = `/${crypto.randomUUID()}`
    expect((await request.get(`${path}%1b%5b2J`)).status()).toBe(404)
    const logged = () => store.readLogEntries().find((line) => String(line.path).startsWith(path))
    await expect.poll(logged).toMatchObject({ event: 'page not found', path: `${path}�[2J` })
  })

  test('When the network fails, the texts are the same as for a failing server, and typed text stays.', async ({
    page,
    context,
  }) => {
    await page.goto('/login')
    await waitForHydration(page)
    await context.setOffline(true)
    await page.getByLabel('Email').fill(GRACE.email)
    await page.getByLabel('Password').fill(GRACE.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText(
      'Something went wrong. Please try again.',
    )
    await expect(page.getByLabel('Email')).toHaveValue(GRACE.email)
  })
})
