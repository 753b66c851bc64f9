import { ADMIN, findEmail, findEmailLink, GRACE, newAccount, openAccount, startSession } from '../account.ts'
import { apiClient, customerClient, placeTestOrder, SHIPPING_ADDRESS, startCardPayment } from '../api.ts'
import { findWellStockedProducts } from '../cart-page.ts'
import { payWithCard } from '../checkout-form.ts'
import { queryDatabase } from '../demo-store.ts'
import { expect, test } from '../test.ts'

const isNewestFirst = (times: string[]) => expect(times).toEqual(times.toSorted().toReversed())

test.describe('7 Authentication', () => {
  test('Sign in with password sends {email, password} and starts a session.', async ({ request }) => {
    const guest = await apiClient(request)
    const data = { grant_type: 'password', ...GRACE }
    expect((await guest('POST /auth/token', { data })).status).toBe(200)
    const wrong = await guest('POST /auth/token', { data: { ...data, password: 'not this one' } })
    expect(wrong).toMatchObject({ status: 401, body: { error: { message: 'Invalid email or password' } } })
  })

  test('Sign up sends {email, password, options: {emailRedirectTo, data: {full_name}}}; the response has the user with id and email_confirmed_at.', async ({
    request,
    store,
  }) => {
    const account = newAccount()
    const guest = await apiClient(request)
    const options = { emailRedirectTo: 'https://evil.example/', data: { full_name: 'Ada Marlowe' } }
    const { body } = await guest('POST /auth/signup', { data: { ...account, options } })
    expect(body.user).toEqual({ id: expect.any(String), email: account.email, email_confirmed_at: null })
    const email = await findEmail(request, account.email, /confirm/i)
    expect(email?.text).toContain(`${store.url}/auth/`)
    expect(email?.text).not.toContain('evil.example')
  })

  test('Sign out ends the session; get session and get current user return the user while signed in.', async ({
    page,
  }) => {
    await startSession(page, GRACE)
    const user = () => page.request.get('/api/v1/auth/user')
    expect(await (await user()).json()).toMatchObject({ email: GRACE.email, expires_at: expect.any(String) })
    expect((await page.request.post('/api/v1/auth/signout')).status()).toBe(204)
    expect((await user()).status()).toBe(401)
  })

  test('The password reset email leads to /reset-password.', async ({ page, request }) => {
    const { email } = await openAccount(request)
    const guest = await apiClient(request)
    const data = { email, redirectTo: 'https://evil.example/reset-password' }
    expect((await guest('POST /auth/recover', { data })).status).toBe(200)
    await page.goto(await findEmailLink(request, email, /password/i))
    await expect(page).toHaveURL(/\/reset-password$/)
  })

  test('Google sign-in without a provider returns to the login page of the site origin.', async ({
    request,
  }) => {
    const response = await request.get('/auth/google', { maxRedirects: 0 })
    expect(response.headers().location).toBe('/login?google=not-configured')
  })
})

test.describe('7 Profiles', () => {
  test('One profile is selected by id, with all columns.', async ({ request }) => {
    const grace = await apiClient(request, GRACE)
    const { body } = await grace('GET /profile')
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['id', 'email', 'full_name', 'role', 'created_at', 'updated_at']),
    )
  })

  test('All profiles are selected ordered by created_at descending.', async ({ request }) => {
    const admin = await apiClient(request, ADMIN)
    const { data } = (await admin('GET /admin/profiles?limit=100')).body
    expect(data.length).toBeGreaterThan(50)
    isNewestFirst(data.map(({ created_at }: { created_at: string }) => created_at))
  })

  test('User management updates role and updated_at by id.', async ({ request }) => {
    const admin = await apiClient(request, ADMIN)
    const { api } = await customerClient(request)
    const before = (await api('GET /profile')).body
    const { body } = await admin(`PATCH /admin/profiles/${before.id}`, { data: { role: 'admin' } })
    expect(body).toMatchObject({ id: before.id, role: 'admin' })
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
  })
})

test.describe('7 Products', () => {
  test('Products where in_stock is true are selected ordered by created_at descending.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    const { data } = (await guest('GET /products?in_stock=true&limit=100')).body
    expect(data.length).toBeGreaterThan(20)
    expect(data.every(({ in_stock }: { in_stock: boolean }) => in_stock)).toBe(true)
    isNewestFirst(data.map(({ created_at }: { created_at: string }) => created_at))
  })
})

test.describe('7 Cart (signed-in)', () => {
  test('Cart items are selected where user_id equals the user, joined with products, only when signed in.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    expect((await guest('GET /cart')).status).toBe(401)
    const { api } = await customerClient(request)
    const [first] = await findWellStockedProducts(request)
    await api('POST /cart/items', { data: { product_id: first.id, quantity: 1 } })
    const { id } = (await api('GET /profile')).body
    const { data } = (await api('GET /cart')).body
    expect(data).toMatchObject([{ user_id: id, product: { id: first.id, name: first.name } }])
  })

  test('A cart has one cart_items row for each user_id and product_id.', async ({ request, store }) => {
    const { api } = await customerClient(request)
    const [first] = await findWellStockedProducts(request)
    const data = { product_id: first.id, quantity: 1 }
    await Promise.all([1, 2, 3].map(() => api('POST /cart/items', { data })))
    const { id } = (await api('GET /profile')).body
    const rows = await queryDatabase(
      store.databaseUrl,
      'select quantity from cart_items where user_id = $1 and product_id = $2',
      [id, first.id],
    )
    expect(rows).toEqual([{ quantity: 3 }])
  })

  test('The quantity is updated by id, and rows are deleted by id or all by user_id; another user’s row is not found.', async ({
    request,
  }) => {
    const { api } = await customerClient(request)
    const other = await customerClient(request)
    const [first, second] = await findWellStockedProducts(request)
    const added = await api('POST /cart/items', { data: { product_id: first.id, quantity: 1 } })
    const item = `/cart/items/${added.body.id}` as const
    expect((await other.api(`PATCH ${item}`, { data: { quantity: 9 } })).status).toBe(404)
    expect((await other.api(`DELETE ${item}`)).status).toBe(404)
    expect((await api(`PATCH ${item}`, { data: { quantity: 5 } })).body.quantity).toBe(5)
    expect((await api(`DELETE ${item}`)).status).toBe(204)
    await api('POST /cart/items', { data: { product_id: second.id, quantity: 1 } })
    expect((await api('DELETE /cart')).status).toBe(204)
    expect((await api('GET /cart')).body.data).toEqual([])
  })
})

test.describe('7 Orders', () => {
  test('Orders are selected with nested items ordered by created_at descending, only when logged in.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    expect((await guest('GET /orders')).status).toBe(401)
    const grace = await apiClient(request, GRACE)
    const { data } = (await grace('GET /orders')).body
    isNewestFirst(data.map(({ created_at }: { created_at: string }) => created_at))
    for (const { items } of data) expect(items.length).toBeGreaterThan(0)
  })

  test('Orders are filtered by user_id for non-admins.', async ({ request }) => {
    const [grace, admin] = [await apiClient(request, GRACE), await apiClient(request, ADMIN)]
    const { id } = (await grace('GET /profile')).body
    const owners = async (api: typeof grace) =>
      new Set(
        (await api('GET /orders?limit=100')).body.data.map((order: { user_id: string }) => order.user_id),
      )
    expect(await owners(grace)).toEqual(new Set([id]))
    expect((await owners(admin)).size).toBeGreaterThan(1)
  })

  test("Creating an order inserts {user_id, total_amount, shipping_address, status: 'pending'} and its order_items {order_id, product_id, quantity, price}.", async ({
    request,
    store,
  }) => {
    const { api } = await customerClient(request)
    const { product, order } = await placeTestOrder(request, api, 2)
    expect(order).toMatchObject({ status: 'pending', shipping_address: SHIPPING_ADDRESS })
    expect(order.user_id).toBe((await api('GET /profile')).body.id)
    const rows = await queryDatabase(
      store.databaseUrl,
      'select order_id, product_id, quantity from order_items where order_id = $1',
      [order.id],
    )
    expect(rows).toEqual([{ order_id: order.id, product_id: product.id, quantity: 2 }])
  })
})

test.describe('7 Payment functions', () => {
  test('create-stripe-checkout takes {amount, currency, items, shipping_address, customer_email, success_url, cancel_url}; its url is used to redirect, and amounts of the client are ignored.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    const { status, body } = await startCardPayment(guest, first, {
      amount: 1,
      currency: 'usd',
      items: [{ product_id: first.id, name: 'Anything', quantity: 1, price: 0.01 }],
      customer_email: 'rosa@orchard.example',
      success_url: 'https://evil.example/paid',
      cancel_url: 'https://evil.example/cancel',
    })
    expect(status).toBe(200)
    expect(await (await request.get(body.url)).text()).not.toContain('evil.example')
    const verified = await guest('POST /functions/verify-stripe-payment', {
      data: { session_id: body.session_id },
    })
    expect(verified.body.amount_total).toBeGreaterThanOrEqual(first.price * 100)
  })

  test('verify-stripe-payment takes {session_id} and returns success, order_id, and amount_total.', async ({
    page,
    request,
  }) => {
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    const { body } = await startCardPayment(guest, first)
    const verify = (session_id: string) =>
      guest('POST /functions/verify-stripe-payment', { data: { session_id } })
    expect((await verify(body.session_id)).body.success).toBe(false)
    await page.goto(body.url)
    await payWithCard(page, '4242 4242 4242 4242')
    await expect(page).toHaveURL(/\/payment-success\?session_id=/)
    expect((await verify(body.session_id)).body).toMatchObject({
      success: true,
      order_id: body.order_id,
      amount_total: expect.any(Number),
    })
    expect((await verify('cs_nobody')).body.success).toBe(false)
  })
})

test.describe('7 Accounting', () => {
  test('Accounting is selected ordered by entry_date descending; an insert takes {description, amount}.', async ({
    request,
  }) => {
    const admin = await apiClient(request, ADMIN)
    const data = { description: `Ribbon ${crypto.randomUUID()}`, amount: 12.5 }
    expect((await admin('POST /admin/accounting', { data })).status).toBe(201)
    const entries = (await admin('GET /admin/accounting?limit=100')).body.data
    expect(entries).toContainEqual(expect.objectContaining(data))
    isNewestFirst(entries.map(({ entry_date }: { entry_date: string }) => entry_date))
  })
})

test.describe('7 Storage', () => {
  test('The bucket admin-uploads lists 100 files by created_at descending, stores uploads under a generated name with the extension, and removes them; each has a public URL.', async ({
    request,
  }) => {
    const admin = await apiClient(request, ADMIN)
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Roses in linen.') }
    const { body } = await admin('POST /storage/admin-uploads', { multipart: { file } })
    expect(body.name).toMatch(/^\d+-\w+\.txt$/)
    expect(await (await request.get(body.url)).text()).toBe('Roses in linen.')
    const { data } = (await admin('GET /storage/admin-uploads?limit=100&sort=created_at')).body
    isNewestFirst(data.map(({ created_at }: { created_at: string }) => created_at))
    expect((await admin('GET /storage/admin-uploads?limit=101')).status).toBe(400)
    expect((await admin(`DELETE /storage/admin-uploads/${body.path}`)).status).toBe(204)
    expect((await request.get(body.url)).status()).toBe(404)
  })

  test('The bucket admin_uploads lists the folder pictures/ and stores uploads as pictures/{random}.{ext}; the two buckets are separate.', async ({
    request,
  }) => {
    const admin = await apiClient(request, ADMIN)
    const file = { name: 'dot.gif', mimeType: 'image/gif', buffer: GIF }
    const { body } = await admin('POST /storage/admin_uploads', { multipart: { file } })
    expect(body.path).toMatch(/^pictures\/[\w-]+\.gif$/)
    const paths = async (bucket: string) =>
      (await admin(`GET /storage/${bucket}?prefix=pictures/&offset=0`)).body.data.map(
        ({ path }: { path: string }) => path,
      )
    expect(await paths('admin_uploads')).toContain(body.path)
    expect(await paths('admin-uploads')).not.toContain(body.path)
    expect((await request.get(body.url)).status()).toBe(200)
    expect((await admin(`DELETE /storage/admin_uploads/${body.path}`)).status).toBe(204)
  })
})

test.describe('7 Region detection', () => {
  test('The page asks for the region once, and falls back to the browser timezone.', async ({
    browser,
    store,
  }) => {
    const page = await browser.newPage({ baseURL: store.url, timezoneId: 'Asia/Kolkata' })
    const lookups: string[] = []
    page.on('request', (sent) => sent.url().endsWith('/api/v1/region') && lookups.push(sent.url()))
    await page.goto('/')
    await expect(page.getByText('Shipping to: India')).toBeVisible()
    expect(lookups).toHaveLength(1)
    await page.close()
  })
})

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
