import { ADMIN, GRACE, startSession } from '../account.ts'
import {
  type ApiClient,
  apiClient,
  customerClient,
  idempotencyKey,
  placeTestOrder,
  SHIPPING_ADDRESS,
  startCardPayment,
} from '../api.ts'
import {
  cartTotal,
  findLowStockProduct,
  findWellStockedProducts,
  formatDollars,
  openCart,
} from '../cart-page.ts'
import { productCards } from '../catalog.ts'
import { payWithCard } from '../checkout-form.ts'
import { queryDatabase } from '../demo-store.ts'
import { expect, test } from '../test.ts'

const verifyPayment = async (api: ApiClient, session_id: string) =>
  (await api('POST /functions/verify-stripe-payment', { data: { session_id } })).body

const findEntries = (databaseUrl: string, orderId: string) =>
  queryDatabase(databaseUrl, 'select kind from accounting where order_id = $1', [orderId])

test.describe('Readings', () => {
  test("A guest's cart is merged into the account's cart exactly once: quantities add up, capped by stock.", async ({
    request,
  }) => {
    const { api } = await customerClient(request)
    const [first] = await findWellStockedProducts(request)
    const low = await findLowStockProduct(request)
    await api('POST /cart/items', { data: { product_id: first.id, quantity: 1 } })
    const merge = {
      headers: idempotencyKey(),
      data: {
        items: [
          { productId: first.id, quantity: 2 },
          { productId: low.id, quantity: 15 },
        ],
      },
    }
    for (const _tab of [1, 2]) await api('POST /cart/merge', merge)
    const { data } = (await api('GET /cart')).body
    const quantities = new Map(
      data.map((item: { product_id: string; quantity: number }) => [item.product_id, item.quantity]),
    )
    expect(quantities.get(first.id)).toBe(3)
    expect(quantities.get(low.id)).toBeLessThanOrEqual(low.stock)
  })

  test('The store never sells stock it does not have, and allows 20 units per line.', async ({ request }) => {
    const guest = await apiClient(request)
    const low = await findLowStockProduct(request)
    const items = [{ product_id: low.id, quantity: low.stock + 1 }]
    const refused = await startCardPayment(guest, low, { items })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'out_of_stock'])
    expect(refused.body.error.message).toContain(low.name)
    const [first] = await findWellStockedProducts(request)
    const many = await startCardPayment(guest, first, { items: [{ product_id: first.id, quantity: 21 }] })
    expect(many.status).toBe(400)
  })

  test('One server-made quote is what the cart shows, the card provider charges, and the order stores, exact to the minor unit.', async ({
    page,
    request,
    store,
  }) => {
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    const data = { items: [{ product_id: first.id, quantity: 1 }], region: 'US' }
    const quote = (await guest('POST /quote', { data })).body
    expect(quote.subtotal - quote.discount + quote.shipping + quote.tax).toBe(quote.total)
    await openCart(page, [{ productId: first.id, quantity: 1 }])
    await expect(cartTotal(page)).toHaveText(formatDollars(quote.total))
    const { url, order_id } = (await startCardPayment(guest, first)).body
    await page.goto(url)
    await expect(page.getByText(formatDollars(quote.total)).first()).toBeVisible()
    const orders = await queryDatabase(
      store.databaseUrl,
      'select total_amount::int as total from orders where id = $1',
      [order_id],
    )
    expect(orders).toEqual([{ total: quote.total }])
  })

  test('In India the quote is in whole rupees, so the price shown is the price charged.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    const data = { items: [{ product_id: first.id, quantity: 1 }], region: 'IN' }
    const quote = (await guest('POST /quote', { data })).body
    for (const amount of [quote.lines[0].unit_amount, quote.shipping, quote.tax, quote.total])
      expect(amount % 100).toBe(0)
  })

  test("The payment result shows the symbol of the order's currency.", async ({ page, request }) => {
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    const shipping_address = { ...SHIPPING_ADDRESS, state: 'ON', zipCode: 'K1A 0B1' }
    const { url } = (await startCardPayment(guest, first, { region: 'CA', shipping_address })).body
    await page.goto(url)
    await payWithCard(page, '4242 4242 4242 4242')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/C\$\d+\.\d\d/)
  })

  test("A card order is written as 'pending' with its stock held before the browser is sent to the provider, and paid exactly once.", async ({
    page,
    request,
    store,
  }) => {
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    const { url, order_id, session_id } = (await startCardPayment(guest, first)).body
    const readOrder = () =>
      queryDatabase(store.databaseUrl, 'select status, payment_status from orders where id = $1', [order_id])
    expect(await readOrder()).toEqual([{ status: 'pending', payment_status: 'pending' }])
    const movements = await queryDatabase(
      store.databaseUrl,
      'select reason, change from stock_movements where order_id = $1',
      [order_id],
    )
    expect(movements).toEqual([{ reason: 'held', change: -1 }])
    await page.goto(url)
    await payWithCard(page, '4242 4242 4242 4242')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await Promise.all([1, 2, 3].map(() => verifyPayment(guest, session_id)))
    expect(await readOrder()).toEqual([{ status: 'pending', payment_status: 'paid' }])
    await expect.poll(() => findEntries(store.databaseUrl, order_id)).toEqual([{ kind: 'sale' }])
  })

  test('A test order keeps its payment pending and posts nothing to the books.', async ({
    request,
    store,
  }) => {
    const { api } = await customerClient(request)
    const { order } = await placeTestOrder(request, api)
    expect(order).toMatchObject({ payment_method: 'demo', payment_status: 'pending' })
    expect(await findEntries(store.databaseUrl, order.id)).toEqual([])
  })

  test('The seeded pending orders are paid and waiting to be packed.', async ({ request }) => {
    const { data } = (await (await apiClient(request, ADMIN))('GET /orders?limit=100')).body
    expect(data).toContainEqual(expect.objectContaining({ status: 'pending', payment_status: 'paid' }))
  })

  test('A guest order has no user, and its page never opens by number alone.', async ({ request, store }) => {
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    const { order_id } = (await startCardPayment(guest, first)).body
    const [order] = await queryDatabase<{ number: string; user_id: null }>(
      store.databaseUrl,
      'select number, user_id from orders where id = $1',
      [order_id],
    )
    expect(order).toMatchObject({ user_id: null, number: expect.stringMatching(/^EB\d{6,}$/) })
    const grace = await apiClient(request, GRACE)
    for (const id of [order_id, order?.number]) expect((await grace(`GET /orders/${id}`)).status).toBe(404)
  })

  test("Every order has a unique number of 'EB' and at least 6 digits, which 'Order #{id}' shows.", async ({
    page,
    store,
  }) => {
    const [count] = await queryDatabase(
      store.databaseUrl,
      `select count(*)::int = count(distinct number)::int as is_unique,
        bool_and(number ~ '^EB[0-9]{6,}$') as is_valid from orders`,
    )
    expect(count).toEqual({ is_unique: true, is_valid: true })
    await startSession(page, GRACE)
    await page.goto('/orders')
    await expect(page.getByRole('main').getByRole('article').first()).toContainText(/Order #EB\d{6,}/)
  })

  test('Orders go from pending to processing, shipped, and delivered, and in no other order; for 30 days after delivery a return can be requested.', async ({
    request,
  }) => {
    const { api } = await customerClient(request)
    const admin = await apiClient(request, ADMIN)
    const { order, product } = await placeTestOrder(request, api)
    const moveTo = (to: string) => admin(`POST /admin/orders/${order.id}/steps`, { data: { to } })
    const items = [{ product_id: product.id, quantity: 1 }]
    const requestReturn = () =>
      api(`POST /orders/${order.id}/returns`, { data: { items, reason: 'Not my shade' } })
    expect((await moveTo('delivered')).status).toBe(409)
    for (const to of ['processing', 'shipped']) expect((await moveTo(to)).body.status).toBe(to)
    expect((await api(`POST /orders/${order.id}/cancellation`)).status).toBe(409)
    expect((await requestReturn()).status).toBe(409)
    expect((await moveTo('delivered')).body.status).toBe('delivered')
    expect((await requestReturn()).status).toBe(201)
    const open = (await admin('GET /admin/returns')).body.data
    expect(open).toContainEqual(expect.objectContaining({ order_id: order.id, reason: 'Not my shade' }))
  })

  test("The order's owner can cancel until it ships, which returns the stock.", async ({
    request,
    store,
  }) => {
    const { api } = await customerClient(request)
    const { order } = await placeTestOrder(request, api)
    expect((await api(`POST /orders/${order.id}/cancellation`)).body.status).toBe('cancelled')
    const [stock] = await queryDatabase(
      store.databaseUrl,
      'select sum(change)::int as change from stock_movements where order_id = $1',
      [order.id],
    )
    expect(stock).toEqual({ change: 0 })
  })

  test("The country comes from the region and is stored on the order; the ZIP code has that country's format.", async ({
    request,
  }) => {
    const { api } = await customerClient(request)
    const { order } = await placeTestOrder(request, api)
    expect(order.shipping_address.country).toBe('United States')
    const refused = await request.post('/checkout', {
      headers: { cookie: 'userSelectedRegion=GB' },
      form: SHIPPING_ADDRESS,
    })
    expect(await refused.text()).toContain('Please enter a valid Postcode, such as SW1A 1AA')
  })

  test("total_amount and items[].price are in the order's currency, with lowercase codes.", async ({
    request,
  }) => {
    const grace = await apiClient(request, ADMIN)
    const { data } = (await grace('GET /orders?limit=100')).body
    for (const { currency, total_amount, total, items, subtotal } of data) {
      expect(currency).toMatch(/^(usd|cad|gbp|inr)$/)
      expect(Math.round(total_amount * 100)).toBe(total.amount)
      const lines = items.map(({ price, quantity }: { price: number; quantity: number }) => price * quantity)
      expect(Math.round(lines.reduce((sum: number, amount: number) => sum + amount, 0) * 100)).toBe(subtotal)
    }
  })

  test('Paid orders and refunds post their own accounting entries, never twice.', async ({ store }) => {
    const counts = await queryDatabase<{ kind: string; twice: boolean }>(
      store.databaseUrl,
      `select kind, count(*) > count(distinct cause) as twice from accounting
        where kind in ('sale', 'refund') group by 1 order by 1`,
    )
    expect(counts).toContainEqual({ kind: 'sale', twice: false })
    expect(counts).not.toContainEqual(expect.objectContaining({ twice: true }))
  })

  test('The bytes decide the file type, not the name, and an SVG can never run script.', async ({
    request,
  }) => {
    const admin = await apiClient(request, ADMIN)
    const upload = (name: string, text: string) =>
      admin('POST /storage/admin_uploads', {
        multipart: { file: { name, mimeType: 'image/png', buffer: Buffer.from(text) } },
      })
    expect((await upload('rose.png', 'Roses in linen.')).status).toBe(400)
    const svg = await upload(
      'rose.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><circle r="4"/></svg>',
    )
    expect(svg.status).toBe(201)
    const served = await request.get(svg.body.url)
    const sandboxed = /sandbox|script-src 'none'|default-src 'none'/.test(
      served.headers()['content-security-policy'] ?? '',
    )
    expect(sandboxed || !(await served.text()).includes('<script')).toBe(true)
  })

  test('HTML and API responses are revalidated by ETag.', async ({ request }) => {
    for (const path of ['/api/v1/products', '/categories']) {
      const { etag = '' } = (await request.get(path)).headers()
      expect(etag).toMatch(/"/)
      expect((await request.get(path, { headers: { 'if-none-match': etag } })).status()).toBe(304)
    }
  })

  test('For an administrator, the orders are all orders, each with its customer and a link to /admin/orders.', async ({
    request,
    store,
  }) => {
    const admin = await apiClient(request, ADMIN)
    const { data } = (await admin('GET /orders')).body
    for (const order of data)
      expect(order).toMatchObject({
        customer: { email: expect.stringContaining('@') },
        admin_url: `${store.url}/admin/orders/${order.number}`,
      })
  })

  test('Shades and sizes of one family count once: 24 cards in the list.', async ({ page }) => {
    await page.goto('/categories')
    await expect(productCards(page)).toHaveCount(24)
  })
})
