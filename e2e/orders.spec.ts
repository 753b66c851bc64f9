import { GRACE, openAccount, startSession } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { findWellStockedProducts } from './cart-page.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('a delivered order is reviewed by keyboard, returned, and ordered again', async ({ page }) => {
  test.slow()
  await startSession(page, GRACE)
  await page.goto('/orders')
  await waitForHydration(page)
  const cards = page.getByRole('main').getByRole('article')
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
  await review.getByRole('button', { name: 'Submit review' }).click()
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
  await review.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Thank you for your review').first()).toBeVisible()

  const orderUrl = page.url()
  await page.getByText(/^Return (or exchange )?an item/).click()
  await page.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText('Tell us why you’re returning it.')).toBeVisible()
  await page.getByRole('main').getByRole('combobox').first().selectOption('1')
  await page.getByLabel('Reason').fill('Not my shade')
  await page.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText('We’ve received your return request').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /Return R\S+ requested/ })).toBeVisible()

  await page.getByRole('link', { name: 'Invoice' }).click()
  await expect(page.getByRole('heading', { name: /^Invoice INV-\d{6}$/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Tax number: EIN 00-1234567')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(orderUrl)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Order again' }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
})

test('cancelling a test order promises no refund', async ({ page, request }) => {
  const account = await openAccount()
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
  await page.getByRole('button', { name: 'Cancel order' }).click()
  expect(await findAxeViolations(page)).toEqual([])
  await expect(page.getByText('You haven’t been charged for this order.')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, Cancel It' }).click()
  await expect(page.getByText('Order cancelled').first()).toBeVisible()
  await expect(page.getByText(/refund/i)).toHaveCount(0)
})
