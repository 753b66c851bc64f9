import type { APIRequestContext } from '@playwright/test'
import { ADMIN, GRACE, openAccount, siteHeader, startSession } from '../account.ts'
import { apiClient, startCardPayment } from '../api.ts'
import { findWellStockedProducts, openCart } from '../cart-page.ts'
import { payWithCard } from '../checkout-form.ts'
import { consultantButton } from '../consultant.ts'
import { waitForHydration } from '../hydration.ts'
import { createIsolatedTest } from '../isolated-store.ts'
import { pauseClock } from '../paused-clock.ts'
import { expect, test } from '../test.ts'

async function fetchQuote(request: APIRequestContext, product_id: string, quantity: number, region = 'US') {
  const guest = await apiClient(request)
  const { body } = await guest('POST /quote', { data: { items: [{ product_id, quantity }], region } })
  return body
}

const REGIONS = [
  { code: 'US', country: 'United States', currency: 'usd', multiplier: 1, symbol: '$' },
  { code: 'CA', country: 'Canada', currency: 'cad', multiplier: 1.35, symbol: 'C$' },
  { code: 'GB', country: 'United Kingdom', currency: 'gbp', multiplier: 0.8, symbol: '£' },
  { code: 'IN', country: 'India', currency: 'inr', multiplier: 83, symbol: '₹' },
]

const isolatedTest = createIsolatedTest()

test.describe('9 Business constants and limits', () => {
  test('Shipping is free when the subtotal is above 75, otherwise 10.', async ({ request }) => {
    const fees = new Set<string>()
    for (const { id } of (await findWellStockedProducts(request)).slice(0, 5))
      for (const quantity of [1, 2, 5]) {
        const { subtotal, shipping } = await fetchQuote(request, id, quantity)
        expect([subtotal, shipping]).toEqual([subtotal, subtotal > 7500 ? 0 : 1000])
        fees.add(String(shipping))
      }
    expect(fees).toEqual(new Set(['0', '1000']))
  })

  test('Tax is 8% of the subtotal, and the total is subtotal + shipping + tax.', async ({ request }) => {
    for (const { id } of (await findWellStockedProducts(request)).slice(0, 5)) {
      const { subtotal, shipping, tax, total } = await fetchQuote(request, id, 3)
      expect(tax).toBe(Math.round(subtotal * 0.08))
      expect(total).toBe(subtotal + shipping + tax)
    }
  })

  test('The regions are US (USD, 1, $), CA (CAD, 1.35, C$), GB (GBP, 0.8, £), and IN (INR, 83, ₹).', async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    for (const { code, currency, multiplier } of REGIONS)
      expect(await fetchQuote(request, first.id, 1, code)).toMatchObject({ currency, rate: multiplier })
    await page.goto('/')
    const options = page.getByLabel('Region and currency').locator('option')
    expect(await options.evaluateAll((all) => all.map((option) => option.getAttribute('value')))).toEqual(
      REGIONS.map(({ code }) => code),
    )
    for (const [index, { country, currency }] of REGIONS.entries())
      await expect(options.nth(index)).toHaveText(`${country} · ${currency.toUpperCase()}`)
  })

  test('The minor-unit amount is price times multiplier times 100, rounded; India shows a rounded whole number with Indian digit grouping, others two decimals.', async ({
    request,
  }) => {
    const guest = await apiClient(request)
    for (const { code, currency, multiplier, symbol } of REGIONS) {
      const { data } = (await guest(`GET /products?limit=100&region=${code}`)).body
      for (const { price, display_price } of data) {
        const amount = Math.round(Math.round(price * 100) * multiplier)
        const decimals = code === 'IN' ? 0 : 2
        const number = (amount / 100).toLocaleString(code === 'IN' ? 'en-IN' : 'en-US', {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        })
        expect(display_price).toEqual({ amount, currency, display: symbol + number })
      }
    }
  })

  test('The payment result amount is amount_total divided by 100 with two decimals and a dollar sign.', async ({
    page,
    request,
  }) => {
    const guest = await apiClient(request)
    const [first] = await findWellStockedProducts(request)
    const { url, session_id } = (await startCardPayment(guest, first)).body
    await page.goto(url)
    await payWithCard(page, '4242 4242 4242 4242')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    const { body } = await guest('POST /functions/verify-stripe-payment', { data: { session_id } })
    await expect(page.getByRole('main')).toContainText(`$${(body.amount_total / 100).toFixed(2)}`)
  })

  test('The designated admin email is fixed, and its password has at least 6 characters.', async ({
    page,
  }) => {
    await page.goto('/setup')
    await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email)
    await expect(page.getByLabel('Email')).toBeDisabled()
    await expect(page.getByText('At least 6 characters.')).toBeVisible()
  })

  test('Customer service shows a phone number and a support email.', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    await siteHeader(page).getByRole('button', { name: 'Customer Service' }).click()
    const alert = page.getByRole('alertdialog', { name: 'Customer Service' })
    await expect(alert.locator('a[href^="tel:"]')).toHaveText('+1 (800) 555-0142')
    await expect(alert.locator('a[href^="mailto:"]')).toHaveText('care@eternalbeauty.example')
  })

  test('The auth token is checked every 30 s and refreshed when within 3 ticks of expiry.', async ({
    page,
  }) => {
    await startSession(page, GRACE)
    const { expires_at } = await (await page.request.get('/api/v1/auth/user')).json()
    await page.clock.install({ time: Date.parse(expires_at) - 180_000 })
    const refreshes: string[] = []
    page.on('request', (sent) => sent.url().endsWith('/auth/refresh') && refreshes.push(sent.url()))
    const profile = page.waitForResponse('**/api/v1/profile')
    await page.goto('/profile')
    await profile
    await page.clock.runFor(60_000)
    expect(refreshes).toHaveLength(0)
    await page.clock.runFor(62_000)
    await expect.poll(() => refreshes.length).toBeGreaterThan(0)
  })

  test('The product query is cached for 5 minutes.', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await waitForHydration(page)
    const requests: string[] = []
    page.on(
      'request',
      (sent) => /_routes=storefront%2Fcategories$/.test(sent.url()) && requests.push(sent.url()),
    )
    const visit = async (open: () => Promise<unknown>, heading: string) => {
      await open()
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    }
    await visit(() => page.getByRole('link', { name: 'View All Products' }).click(), 'All products')
    expect(requests).toHaveLength(1)
    await visit(() => page.goBack(), 'Popular Beauty Products')
    await visit(() => page.goForward(), 'All products')
    expect(requests).toHaveLength(1)
    await visit(() => page.goBack(), 'Popular Beauty Products')
    await page.clock.fastForward('05:01')
    await visit(() => page.goForward(), 'All products')
    await expect.poll(() => requests.length).toBe(2)
  })

  test('A storage list has at most 100 files, by name ascending; uploads are cached for 3600 s.', async ({
    request,
  }) => {
    const admin = await apiClient(request, ADMIN)
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Roses in linen.') }
    const { url } = (await admin('POST /storage/admin-uploads', { multipart: { file } })).body
    expect((await request.get(url)).headers()['cache-control']).toMatch(/max-age=3600/)
    const { data } = (await admin('GET /storage/admin_uploads?prefix=pictures/')).body
    const names = data.map(({ name }: { name: string }) => name)
    expect(names.length).toBeLessThanOrEqual(100)
    expect(names).toEqual(names.toSorted())
    expect((await admin('GET /storage/admin_uploads?limit=101')).status).toBe(400)
  })

  test('The categories are All, Skincare, Makeup, Haircare, Fragrance, and Tools & Accessories; the sort options name and price.', async ({
    page,
  }) => {
    await page.goto('/categories')
    const links = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
    const categories = ['All', 'Skincare', 'Makeup', 'Haircare', 'Fragrance', 'Tools & Accessories']
    await expect(links).toHaveText(categories)
    const sorts = page.getByLabel('Sort by').locator('option')
    const values = await sorts.evaluateAll((all) => all.map((option) => option.getAttribute('value')))
    expect(values).toEqual(expect.arrayContaining(['name', 'price']))
  })

  test('The payment methods are the card payment provider (default) and the demo test payment.', async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: first.id, quantity: 1 }], '/checkout')
    await expect(page.getByLabel('Credit or debit card')).toBeChecked()
    await expect(page.getByLabel('Demo payment')).not.toBeChecked()
  })

  test('Images have the extensions jpg, jpeg, png, gif, webp, and svg.', async ({ page }) => {
    await startSession(page, ADMIN)
    await page.goto('/admin/media')
    await expect(page.getByLabel('Files to upload')).toHaveAttribute(
      'accept',
      '.jpg,.jpeg,.png,.gif,.webp,.svg',
    )
  })

  test('The camera is asked for 640x480.', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        Object.assign(window, { constraints })
        return document.createElement('canvas').captureStream(1)
      }
    })
    await page.goto('/')
    await waitForHydration(page)
    await consultantButton(page).click()
    const constraints = () =>
      page.evaluate(() => (window as unknown as { constraints?: MediaStreamConstraints }).constraints)
    await expect.poll(constraints).toEqual({ video: { width: 640, height: 480 }, audio: false })
  })

  test('The storage keys in the browser are cart, userSelectedRegion, and detectedRegion.', async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await page.route('**/api/v1/region', (route) =>
      route.fulfill({ json: { country_code: 'CA', source: 'lookup' } }),
    )
    await openCart(page, [{ productId: first.id, quantity: 1 }])
    await expect(page.getByText('Shipping to: Canada')).toBeVisible()
    await page.getByLabel('Region and currency').selectOption('GB')
    await expect(page.getByText('Shipping to: United Kingdom')).toBeVisible()
    expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({
      cart: JSON.stringify([{ productId: first.id, quantity: 1 }]),
      userSelectedRegion: 'GB',
      detectedRegion: 'CA',
    })
  })

  test('The toast list holds 1 toast for 5000 ms.', async ({ page }) => {
    await page.goto('/demo/ui')
    await waitForHydration(page)
    await pauseClock(page)
    const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
    await page.getByRole('button', { name: 'Show toast', exact: true }).click()
    await page.getByRole('button', { name: 'Show error toast', exact: true }).click()
    await page.clock.runFor(4900)
    await expect(toasts).toHaveCount(1)
    await page.clock.runFor(200)
    await expect(toasts).toHaveCount(0)
  })

  test('A tooltip opens after 700 ms.', async ({ page }) => {
    await page.goto('/demo/ui')
    await waitForHydration(page)
    await pauseClock(page)
    await page.getByRole('button', { name: 'With tooltip' }).hover()
    await page.clock.runFor(650)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await page.clock.runFor(100)
    await expect(page.getByRole('tooltip')).toHaveCount(1)
  })

  test('The admin sidebar is 16rem wide (3rem collapsed, 18rem on mobile below 768px), Ctrl or Cmd plus b toggles it, and its state cookie lasts 7 days.', async ({
    page,
    context,
  }) => {
    await startSession(page, ADMIN)
    await page.goto('/admin')
    await waitForHydration(page)
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await expect(sidebar).toHaveCSS('width', '256px')
    await page.keyboard.press('Control+b')
    await expect(sidebar).toHaveCSS('width', '48px')
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
    const lifetime = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(Math.abs(lifetime - 604_800)).toBeLessThan(60)
    await page.keyboard.press('Meta+b')
    await expect(sidebar).toHaveCSS('width', '256px')
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(sidebar).toBeHidden()
    await page.keyboard.press('Control+b')
    await expect(page.getByRole('navigation', { name: 'Back office' })).toHaveCSS('width', '288px')
  })

  test('The profile tabs are profile, addresses, orders, and settings.', async ({ page, request }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/profile')
    const tabs = page.getByRole('navigation', { name: 'My Profile' }).getByRole('link')
    await expect(tabs).toHaveText(['Profile', 'Addresses', 'Orders', 'Settings'])
  })

  isolatedTest(
    'The dashboard numbers are orders 156, customers 89, products 24, 8 pending, 3 low stock, and growth 12.5%.',
    async ({ request }) => {
      const admin = await apiClient(request, ADMIN)
      expect((await admin('GET /admin/dashboard')).body).toMatchObject({
        orders: 156,
        customers: 89,
        products: 24,
        pending_orders: 8,
        low_stock: 3,
        growth_percent: 12.5,
      })
    },
  )
})
