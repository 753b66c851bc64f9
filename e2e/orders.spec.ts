import { ADMIN, findEmailLink, GRACE, openAccount, startSession } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { findWellStockedProducts, openCart } from './cart-page.ts'
import { BUYER, fillCheckout, payWithCard, placeOrder } from './checkout-form.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('orders are listed, and a delivered order is viewed, printed, reviewed, and returned', async ({
  page,
}) => {
  test.slow()
  await startSession(page, GRACE)
  await page.goto('/orders')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Your Orders' })).toBeVisible()
  await expect(page.getByText('Track and view your order history')).toBeVisible()
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.first()).toContainText(/Order #EB\d{6,}/)
  await expect(cards.first()).toContainText(/Placed on \w+ \d{1,2}, \d{4}/)
  await expect(cards.first()).toContainText(/Total: \$[\d.]+/)
  await expect(cards.first()).toContainText(/\d+ items?/)
  expect(await findAxeViolations(page)).toEqual([])

  await cards.filter({ hasText: 'delivered' }).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order #EB\d+$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Delivered' })).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  const review = page.locator('details', { hasText: /^Review/ }).first()
  await review.locator('summary').click()
  const rating = review.getByRole('group', { name: 'Your rating' })
  await expect(rating.getByRole('radio', { checked: true })).toHaveCount(0)
  await review.getByLabel('Title').fill('Quiet and good')
  await review.getByRole('button', { name: 'Submit Review' }).click()
  const oneStar = rating.getByRole('radio', { name: '1 star', exact: true })
  await expect(oneStar).toBeFocused()
  await expect(oneStar).toHaveAccessibleDescription('Choose one to five stars.')
  await expect(review.getByLabel('Title')).toHaveValue('Quiet and good')
  await page.keyboard.press('ArrowRight')
  await expect(rating.getByRole('radio', { name: '2 stars' })).toBeChecked()
  expect(await findAxeViolations(page)).toEqual([])
  await rating.getByText('4 stars').click()
  await expect(rating.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await review.getByLabel('Your review').fill('It is gone by noon.\nI went back for more.')
  await review.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Thank you for your review').first()).toBeVisible()

  const orderUrl = page.url()
  await page.getByRole('button', { name: 'Request Return' }).click()
  await expect(page.getByText('Tell us why you’re returning it.')).toBeVisible()
  await page.getByRole('main').getByRole('combobox').first().selectOption('1')
  await page.getByLabel('Reason').fill('Not my shade')
  await page.getByRole('button', { name: 'Request Return' }).click()
  await expect(page.getByText('We’ve received your return request').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /Return R\S+ requested/ })).toBeVisible()

  await page.getByRole('link', { name: 'Invoice' }).click()
  await expect(page.getByRole('heading', { name: /^Invoice INV-\d{6}$/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Tax number: EIN 00-1234567')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(orderUrl)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Order Again' }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
})

  test.slow()
  const email = `rosa-${crypto.randomUUID().slice(0, 8)}@orchard.example`
  const [product] = await findWellStockedProducts(request)
  await openCart(page, [{ productId: product.id, quantity: 1 }], '/checkout')
  await fillCheckout(page, { Email: email })
  await placeOrder(page)
  await payWithCard(page, '4242 4242 4242 4242')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  const number = (await page.getByText(/^EB\d{6,}$/).textContent()) ?? ''

  const otherBrowser = await browser.newContext({ baseURL: store.url })
  const otherPage = await otherBrowser.newPage()
  await otherPage.goto('/orders')
  await waitForHydration(otherPage)
  await otherPage.getByRole('button', { name: 'Send Link' }).click()
  await expect(otherPage.getByText('Please enter your order number')).toBeVisible()
  await otherPage.getByLabel('Order number').fill(number)
  for (const enteredEmail of ['nobody@orchard.example', email]) {
    await otherPage.getByRole('textbox', { name: 'Email', exact: true }).fill(enteredEmail)
    await otherPage.getByRole('button', { name: 'Send Link' }).click()
    await expect(otherPage.getByText('Check your email').first()).toBeVisible()
  }
  const link = await findEmailLink(request, email, /^Your order #/, /https?:\/\/[^/\s]+(\/orders\/\S+)/)
  await otherPage.goto(link)
  await expect(otherPage).toHaveURL(new RegExp(`/orders/${number}$`))
  await waitForHydration(otherPage)
  await expect(otherPage.getByText(BUYER.Address)).toBeVisible()
  await otherPage.getByRole('button', { name: 'Cancel Order' }).click()
  expect(await findAxeViolations(otherPage)).toEqual([])
  await otherPage.getByRole('button', { name: 'Yes, Cancel It' }).click()
  await expect(otherPage.getByText('Order cancelled').first()).toBeVisible()
  await expect(otherPage.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  await otherBrowser.close()
})

test('cancelling a test order promises no refund', async ({ page, request }) => {
  const account = await openAccount(request)
  const [product] = await findWellStockedProducts(request)
  await startSession(page, account)
  const response = await page.request.post('/api/v1/orders', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: {
      items: [{ product_id: product.id, quantity: 1 }],
      shipping_address: {
        firstName: 'Ada',
        lastName: 'Moss',
        address: '1 Orchard Row',
        city: 'Albany',
        state: 'NY',
        zipCode: '12207',
        email: account.email,
        mobileNumber: '5185550100',
      },
      payment: 'demo',
    },
  })
  const { number } = await response.json()
  await page.goto(`/orders/${number}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByText('You haven’t been charged for this order.')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, Cancel It' }).click()
  await expect(page.getByText('Order cancelled').first()).toBeVisible()
  await expect(page.getByText(/refund/i)).toHaveCount(0)
})

  await startSession(page, ADMIN)
  await page.goto('/orders')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.first()).toContainText(/Customer: .+@/)
  await page.getByRole('link', { name: 'Older orders' }).click()
  await expect(page.getByRole('link', { name: 'Newest orders' })).toBeVisible()
  await cards.first().getByRole('link', { name: 'View in back office' }).click()
  await expect(page).toHaveURL(/\/admin\/orders\/EB\d+$/)
  await page.goto('/profile?tab=orders')
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
})
