import type { Page } from '@playwright/test'
import { ADMIN, GRACE, openAccount, startSession } from '../account.ts'
import { customerClient, placeTestOrder, SHIPPING_ADDRESS } from '../api.ts'
import { findWellStockedProducts, openCart } from '../cart-page.ts'
import { readProductPrices } from '../catalog.ts'
import { fillCheckout, payWithCard, placeOrder } from '../checkout-form.ts'
import { consultantButton, consultantDialog, consultantLinks } from '../consultant.ts'
import { waitForHydration } from '../hydration.ts'
import { pauseClock } from '../paused-clock.ts'
import { expect, test } from '../test.ts'

test.describe('4 States and transitions', () => {
  test('A manual region choice is stored and wins, and changing region via the selector reloads the page.', async ({
    page,
  }) => {
    await page.route('**/api/v1/region', (route) =>
      route.fulfill({ json: { country_code: 'IN', source: 'lookup' } }),
    )
    await page.goto('/')
    await expect(page.getByText('Shipping to: India')).toBeVisible()
    const reload = page.waitForRequest((sent) => sent.isNavigationRequest())
    await page.getByLabel('Region and currency').selectOption('GB')
    await reload
    await expect(page.getByText('Shipping to: United Kingdom')).toBeVisible()
    expect(await page.evaluate(() => localStorage.userSelectedRegion)).toBe('GB')
    await page.reload()
    await expect(page.getByText('Shipping to: United Kingdom')).toBeVisible()
  })

  test('Without a manual choice the detected region is used; otherwise the default is US.', async ({
    page,
    browser,
    store,
  }) => {
    await page.goto('/')
    await expect(page.getByText('Shipping to: United States')).toBeVisible()
    for (const price of await readProductPrices(page)) expect(price).toMatch(/^\$/)
    const traveler = await browser.newPage({ baseURL: store.url })
    await traveler.route('**/api/v1/region', (route) =>
      route.fulfill({ json: { country_code: 'CA', source: 'lookup' } }),
    )
    await traveler.goto('/')
    await expect(traveler.getByText('Shipping to: Canada')).toBeVisible()
    await traveler.close()
  })

  test("An order is created as 'pending', and 'delivered' is styled differently.", async ({
    page,
    request,
  }) => {
    const { api } = await customerClient(request)
    const { order } = await placeTestOrder(request, api)
    expect(order).toMatchObject({ status: 'pending', payment_status: 'pending' })
    await startSession(page, GRACE)
    await page.goto('/orders')
    const colorOf = (status: RegExp) =>
      page
        .getByText(status)
        .first()
        .locator('span')
        .first()
        .evaluate((dot) => getComputedStyle(dot).backgroundColor)
    expect(await colorOf(/^(Order: )?delivered$/)).not.toBe(
      await colorOf(/^(Order: )?(pending|processing|shipped|cancelled|refunded)$/),
    )
  })

  test('The payment page is verifying, then success, or failed without a session_id.', async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await openCart(page, [{ productId: first.id, quantity: 1 }], '/checkout')
    await fillCheckout(page)
    await placeOrder(page)
    await payWithCard(page, '4242 4242 4242 4242')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    const released = Promise.withResolvers<void>()
    await page.route('**/payment-success.data*', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.reload()
    await expect(page.getByText('Verifying your payment...')).toBeVisible()
    released.resolve()
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await page.goto('/payment-success')
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  })

  test("A test order leads to the order-confirmed screen, its number is 'EB' plus 6 digits, and the cart is cleared.", async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await startSession(page, await openAccount(request))
    await page.request.post('/api/v1/cart/items', { data: { product_id: first.id, quantity: 1 } })
    await page.goto('/checkout')
    await waitForHydration(page)
    await fillCheckout(page)
    await page.getByLabel('Demo payment').check()
    await placeOrder(page)
    await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible()
    await expect(page.getByText(/Order #EB\d{6} has been confirmed\./)).toBeVisible()
    expect((await (await page.request.get('/api/v1/cart')).json()).data).toEqual([])
  })

  test('After an upload the file list refreshes and the selection clears.', async ({ page }) => {
    await startSession(page, ADMIN)
    await page.goto('/admin/uploads')
    await waitForHydration(page)
    const name = `care-${crypto.randomUUID().slice(0, 8)}.txt`
    const input = page.getByLabel('Files to upload')
    await input.setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('Roses') }])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(input).toHaveValue('')
  })

  test('The AI consultant starts the camera on open, analyzes for 3 seconds, shows results, and on close stops the camera and clears the recommendations.', async ({
    page,
  }) => {
    await replaceCamera(page)
    await page.goto('/')
    await waitForHydration(page)
    await consultantButton(page).click()
    await expect.poll(() => readCamera(page)).toEqual(['live'])
    await expect(consultantDialog(page).getByRole('button', { name: 'Analyze' })).toBeEnabled()
    await pauseClock(page)
    await consultantDialog(page).getByRole('button', { name: 'Analyze' }).click()
    await expect(consultantDialog(page).getByRole('status')).toHaveText('Analyzing…')
    await page.clock.runFor(2900)
    await expect(consultantLinks(page)).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(consultantLinks(page)).toHaveCount(3)
    await page.clock.resume()
    await consultantDialog(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => readCamera(page)).toEqual(['ended'])
    await consultantButton(page).click()
    await expect(consultantDialog(page).getByRole('button', { name: 'Analyze' })).toBeVisible()
    await expect(consultantLinks(page)).toHaveCount(0)
  })

  test('The address form is closed on cancel and on save.', async ({ page, request }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/profile?tab=addresses')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Add Address' }).click()
    await expect(page.getByRole('heading', { name: 'Add New Address' })).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Add New Address' })).toHaveCount(0)
    await page.getByRole('link', { name: /^Edit/ }).click()
    await expect(page.getByRole('heading', { name: 'Edit Address' })).toBeVisible()
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(page.getByRole('heading', { name: 'Edit Address' })).toHaveCount(0)
  })

  test('The first address added to an empty list becomes default; setting a default makes exactly one address default; deleting removes it without reassigning the default.', async ({
    request,
  }) => {
    const { api } = await customerClient(request)
    const { email: _, mobileNumber: __, ...address } = SHIPPING_ADDRESS
    const list = async () => (await api('GET /profile/addresses')).body.data
    const [home] = await list()
    await api(`DELETE /profile/addresses/${home.id}`)
    for (const label of ['First', 'Second'])
      await api('POST /profile/addresses', { data: { ...address, label } })
    const defaults = async () =>
      (await list()).map((saved: { label: string; isDefault: boolean }) => [saved.label, saved.isDefault])
    expect((await defaults()).toSorted()).toEqual([
      ['First', true],
      ['Second', false],
    ])
    const second = (await list()).find((saved: { label: string }) => saved.label === 'Second')
    await api(`PATCH /profile/addresses/${second.id}`, { data: { isDefault: true } })
    expect((await defaults()).toSorted()).toEqual([
      ['First', false],
      ['Second', true],
    ])
    await api(`DELETE /profile/addresses/${second.id}`)
    expect(await defaults()).toEqual([['First', false]])
  })

  test('Admin setup redirects to /login 2 seconds after it found an existing account.', async ({ page }) => {
    await page.goto('/setup')
    await waitForHydration(page)
    await pauseClock(page)
    await page.getByLabel('Password').fill('quiet orchard')
    await page.getByRole('button', { name: 'Create Admin User' }).click()
    await expect(page.getByText('User Already Exists').first()).toBeVisible()
    await page.clock.runFor(1900)
    await expect(page).toHaveURL(/\/setup$/)
    await page.clock.runFor(200)
    await expect(page).toHaveURL(/\/login$/)
  })

  test('The login screen has the modes sign in, sign up and forgot password.', async ({ page }) => {
    await page.goto('/login')
    await waitForHydration(page)
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('button', { name: 'Send Reset Email' })).toBeVisible()
  })

  test('The admin login has the modes login and create account.', async ({ page }) => {
    await page.goto('/admin/login')
    await waitForHydration(page)
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await page.getByRole('link', { name: /create/i }).click()
    await expect(page.getByRole('button', { name: 'Create Admin Account' })).toBeVisible()
  })

  test("The deployment is ready when no critical item is not complete; currently the payments item is 'warning'.", async ({
    page,
  }) => {
    await startSession(page, ADMIN)
    await page.goto('/admin')
    const readiness = page.getByRole('region', { name: 'Deployment readiness' })
    await expect(readiness).toContainText('Not ready')
    await readiness.getByRole('link').click()
    await expect(page).toHaveURL('/admin/readiness')
    await expect(
      readiness
        .getByRole('listitem')
        .filter({ hasText: /payment/i })
        .first(),
    ).toContainText(/Critical.*Warning/s)
    await expect(readiness).toContainText('Not ready')
  })
})

/** A canvas instead of a camera, which the browser of the tests doesn't have. */
function replaceCamera(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const streams: MediaStream[] = []
    Object.assign(window, { streams })
    navigator.mediaDevices.getUserMedia = async () => {
      const stream = document.createElement('canvas').captureStream(1)
      streams.push(stream)
      return stream
    }
  })
}

const readCamera = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { streams: MediaStream[] }).streams.map(
      (stream) => stream.getTracks()[0]?.readyState,
    ),
  )
