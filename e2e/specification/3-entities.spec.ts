import { ADMIN, GRACE, openAccount, startSession } from '../account.ts'
import { apiClient, customerClient, placeTestOrder, SHIPPING_ADDRESS, startCardPayment } from '../api.ts'
import { findWellStockedProducts } from '../cart-page.ts'
import { productCards } from '../catalog.ts'
import { addButton, readGuestCart } from '../guest-cart.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

const TEXT = expect.stringMatching(/./)
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const NUMBER = expect.any(Number)

/** Other tests create products meanwhile. */
type ListedProduct = { created_at: string; stock: number; category: string }
const demoProducts = (products: ListedProduct[]) =>
  products.filter(({ created_at }) => Date.parse(created_at) < Date.now() - 24 * 3_600_000)

test.describe('3 Entities and their fields', () => {
  test('A profile has an id, email, optional full_name, role, created_at, and updated_at.', async ({
    request,
  }) => {
    const grace = await apiClient(request, GRACE)
    const times = { created_at: TIME, updated_at: TIME }
    expect((await grace('GET /profile')).body).toMatchObject({
      ...times,
      id: TEXT,
      email: GRACE.email,
      full_name: TEXT,
      role: 'user',
    })
    const { api } = await customerClient(request)
    expect((await api('GET /profile')).body).toMatchObject({ ...times, role: 'user' })
  })

  test('A session has a user, access_token, refresh_token, and expires_at.', async ({ request }) => {
    const guest = await apiClient(request)
    const { body } = await guest('POST /auth/token', { data: { grant_type: 'password', ...GRACE } })
    expect(body).toMatchObject({
      user: { id: TEXT, email: GRACE.email, role: 'user' },
      access_token: TEXT,
      refresh_token: TEXT,
      expires_at: TIME,
    })
  })

  test('A product has an id, name, price, image_url, category, description, in_stock, created_at, and updated_at.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    const products = demoProducts((await guest('GET /products?limit=100')).body.data)
    expect(products.length).toBeGreaterThan(20)
    for (const product of products)
      expect(product).toMatchObject({
        id: TEXT,
        name: TEXT,
        price: NUMBER,
        image_url: TEXT,
        category: TEXT,
        description: TEXT,
        in_stock: product.stock > 0,
        created_at: TIME,
        updated_at: TIME,
      })
  })

  test('A product also has a brand, rating, reviews, originalPrice, images, ingredients, benefits, and howToUse.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    const data = demoProducts((await guest('GET /products?limit=100')).body.data)
    for (const product of data)
      expect(product).toMatchObject({
        brand: TEXT,
        review_count: NUMBER,
        images: expect.arrayContaining([TEXT]),
        // Brushes and combs have none.
        ingredients: product.category.startsWith('Tools') ? [] : expect.arrayContaining([TEXT]),
        benefits: expect.arrayContaining([TEXT]),
        how_to_use: expect.arrayContaining([TEXT]),
      })
    for (const field of ['rating', 'original_price'])
      expect(data).toContainEqual(expect.objectContaining({ [field]: NUMBER }))
  })

  test('A cart item has an id, user_id, product_id, and quantity, joined with the product record.', async ({
    request,
  }) => {
    const { api } = await customerClient(request)
    const [product] = await findWellStockedProducts(request)
    const profile = (await api('GET /profile')).body
    await api('POST /cart/items', { data: { product_id: product.id, quantity: 2 } })
    expect((await api('GET /cart')).body.data).toMatchObject([
      {
        id: TEXT,
        user_id: profile.id,
        product_id: product.id,
        quantity: 2,
        product: { name: product.name, price: product.price, image_url: TEXT, description: TEXT },
      },
    ])
  })

  test('A guest’s local cart entry has a productId and a quantity.', async ({ page }) => {
    await page.goto('/categories')
    await waitForHydration(page)
    await addButton(productCards(page).first()).press('Enter')
    await expect.poll(() => readGuestCart(page)).toMatch(/^\[\{"productId":"prd_\w+","quantity":1\}\]$/)
  })

  test('An order has an id, user_id, total_amount, shipping_address, status, payment_status, created_at, and its items.', async ({
    request,
  }) => {
    const grace = await apiClient(request, GRACE)
    const { id } = (await grace('GET /profile')).body
    const { data } = (await grace('GET /orders')).body
    expect(data.length).toBeGreaterThan(1)
    for (const order of data)
      expect(order).toMatchObject({
        id: TEXT,
        user_id: id,
        total_amount: NUMBER,
        shipping_address: { firstName: TEXT, address: TEXT },
        status: TEXT,
        payment_status: TEXT,
        created_at: TIME,
        items: expect.arrayContaining([expect.objectContaining({ quantity: NUMBER })]),
      })
  })

  test('An order item has an order_id, product_id, quantity, and price, joined with its product.', async ({
    request,
  }) => {
    const { api } = await customerClient(request)
    const { product, order } = await placeTestOrder(request, api, 2)
    expect((await api(`GET /orders/${order.id}`)).body).toMatchObject({
      id: order.id,
      items: [{ product_id: product.id, name: product.name, quantity: 2, price: product.price }],
    })
  })

  test('A shipping address has firstName, lastName, address, city, state, zipCode, email, and mobileNumber.', async ({
    request,
  }) => {
    const { api } = await customerClient(request)
    const { order } = await placeTestOrder(request, api)
    expect(order.shipping_address).toMatchObject(SHIPPING_ADDRESS)
  })

  test('A saved address has an id, label, firstName, lastName, address, city, state, zipCode, phone, and isDefault.', async ({
    request,
  }) => {
    const { api } = await customerClient(request)
    const { email: _, mobileNumber: phone, ...address } = SHIPPING_ADDRESS
    const saved = await api('POST /profile/addresses', { data: { ...address, phone, label: 'Studio' } })
    expect(saved.body).toMatchObject({ ...address, id: TEXT, label: 'Studio', phone, isDefault: false })
  })

  test('The saved addresses start with one sample default address labelled Home.', async ({
    page,
    request,
  }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/profile?tab=addresses')
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards).toHaveCount(1)
    await expect(cards.getByRole('heading')).toContainText('Home')
    await expect(cards.getByText('Default', { exact: true })).toBeVisible()
  })

  test('An accounting record has an id, description, amount, and entry_date.', async ({ request }) => {
    const admin = await apiClient(request, ADMIN)
    const data = { description: 'Ribbon', amount: -4.25 }
    expect((await admin('POST /admin/accounting', { data })).body).toMatchObject({
      id: TEXT,
      description: 'Ribbon',
      amount: -4.25,
      entry_date: TIME,
    })
  })

  test('A storage file has a name, created_at, and metadata.size.', async ({ request }) => {
    const admin = await apiClient(request, ADMIN)
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Roses in linen.') }
    const uploaded = await admin('POST /storage/admin-uploads', { multipart: { file } })
    expect(uploaded.body).toMatchObject({ name: TEXT, created_at: TIME, metadata: { size: 15 } })
  })

  test('A region has a country, currency, multiplier, symbol, and countryCode.', async ({ request }) => {
    const guest = await apiClient(request)
    const [product] = await findWellStockedProducts(request)
    const items = [{ product_id: product.id, quantity: 1 }]
    expect((await guest('POST /quote', { data: { items, region: 'CA' } })).body).toMatchObject({
      region: 'CA',
      currency: 'cad',
      rate: 1.35,
    })
    const home = await request.get('/', { headers: { cookie: 'userSelectedRegion=CA' } })
    expect(await home.text()).toMatch(/Shipping to: .*Canada/)
    expect(await home.text()).toMatch(/C\$\d+\.\d\d/)
  })

  test('The price formatter returns the amount in minor units, the display text, and the currency.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    const [product] = (await guest('GET /products?region=US&limit=1')).body.data
    expect(product.display_price).toEqual({
      amount: Math.round(product.price * 100),
      display: `$${product.price.toFixed(2)}`,
      currency: 'usd',
    })
  })

  test('A payment verification result has success, order_id, and amount_total in minor units.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    const [product] = await findWellStockedProducts(request)
    const { session_id, order_id } = (await startCardPayment(guest, product)).body
    const { body } = await guest('POST /functions/verify-stripe-payment', { data: { session_id } })
    expect(body).toMatchObject({ success: false, order_id, amount_total: expect.any(Number) })
    expect(Number.isInteger(body.amount_total)).toBe(true)
  })

  test('A deployment checklist item has a title, description, status (complete, warning or incomplete), and critical flag.', async ({
    page,
  }) => {
    await startSession(page, ADMIN)
    await page.goto('/admin')
    await page.getByRole('region', { name: 'Deployment readiness' }).getByRole('link').click()
    await expect(page).toHaveURL('/admin/readiness')
    const items = page.getByRole('region', { name: 'Deployment readiness' }).getByRole('listitem')
    await expect(items.nth(3)).toBeVisible()
    for (const text of await items.allInnerTexts()) expect(text).toMatch(/Complete|Warning|Incomplete/)
    await expect(items.filter({ hasText: 'Critical' }).first()).toBeVisible()
    await expect(items.filter({ hasText: 'Warning' }).first()).toContainText(/sandbox/i)
  })
})
