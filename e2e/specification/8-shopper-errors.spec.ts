import type { Page } from '@playwright/test'
import { GRACE, newAccount, startSession } from '../account.ts'
import { apiClient, startCardPayment } from '../api.ts'
import { cartRow, findWellStockedProducts, openCart } from '../cart-page.ts'
import { productCards } from '../catalog.ts'
import { payWithCard } from '../checkout-form.ts'
import { addButton } from '../guest-cart.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

/** As a proxy does when the store is down. */
const failForms = (page: Page, path: string) =>
  page.route(`**${path}.data*`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 502 }) : route.continue(),
  )

async function submitCredentials(page: Page, path: string, button: string, account = newAccount()) {
  await page.goto(path)
  await waitForHydration(page)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: button, exact: true }).click()
}

test.describe('8 Error catalogue', () => {
  test('Sign-up and login show the service’s message, or a general one when the store can’t be reached.', async ({
    page,
  }) => {
    await submitCredentials(page, '/signup', 'Sign Up', { ...newAccount(), password: 'password1' })
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/password/i)
    await failForms(page, '/signup')
    await page.getByLabel('Password').fill('quiet orchard')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred')

    await submitCredentials(page, '/login', 'Sign In')
    await expect(toast(page)).toContainText('Login Failed')
    await expect(toast(page)).toContainText('Invalid email or password')
    await failForms(page, '/login')
    await submitCredentials(page, '/login', 'Sign In')
    await expect(toast(page)).toContainText('Something went wrong. Please try again.')
    await page.unrouteAll()
    await submitCredentials(page, '/login', 'Sign In', GRACE)
    await expect(toast(page)).toContainText('Welcome!')
    await expect(toast(page)).toContainText('Successfully logged in!')
  })

  test('A profile fetch failure is logged, and the page stays.', async ({ browser, store }) => {
    const page = await browser.newPage({ baseURL: store.url })
    await startSession(page, GRACE)
    await page.route('**/api/v1/profile', (route) => route.fulfill({ status: 503, body: 'busy' }))
    const logged = page.waitForEvent('console', (line) => line.text().startsWith('Failed to fetch profile'))
    await page.goto('/categories')
    expect((await logged).type()).toBe('error')
    await expect(productCards(page).first()).toBeVisible()
    await page.close()
  })

  test('A change of the cart shows its result as a toast, also when it fails.', async ({ page, request }) => {
    await page.goto('/categories')
    await waitForHydration(page)
    const card = productCards(page).first()
    await addButton(card).press('Enter')
    await expect(toast(page)).toContainText('Added to cart!')
    await expect(card.getByRole('alert')).toHaveText('The item is added successfully to the cart')
    await blockStorage(page)
    await addButton(card).press('Enter')
    await expect(toast(page)).toContainText('Error')
    await expect(toast(page)).toContainText('Failed to add item to cart. Please try again.')

    const [first, second] = await findWellStockedProducts(request)
    await openCart(
      page,
      [first, second].map(({ id }) => ({ productId: id, quantity: 1 })),
    )
    await cartRow(page, second).getByRole('button', { name: 'Remove' }).click()
    await expect(toast(page)).toContainText('Item removed')
    await blockStorage(page)
    await cartRow(page, first).getByRole('button', { name: 'Increase quantity' }).click()
    await expect(toast(page)).toContainText('Failed to update cart. Please try again.')
  })

  test('The payment page is verifying, then successful or failed, and shows each result as a toast.', async ({
    page,
    request,
  }) => {
    const [first] = await findWellStockedProducts(request)
    await page.goto((await startCardPayment(await apiClient(request), first)).body.url)
    await payWithCard(page, '4242 4242 4242 4242')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await expect(toast(page)).toContainText('Payment successful!')
    await expect(toast(page)).toContainText('Your order has been confirmed.')

    const released = Promise.withResolvers<void>()
    await page.route('**/payment-success.data*', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.reload()
    await expect(page.getByText('Verifying your payment...')).toBeVisible()
    released.resolve()
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await page.unrouteAll()

    await page.goto('/payment-success')
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(toast(page)).toContainText('Payment failed')
    await expect(toast(page)).toContainText('Please try again or contact support.')
    await failForms(page, '/payment-success')
    await page.goto('/payment-success?session_id=cs_nobody')
    await expect(toast(page)).toContainText('Verification failed')
    await expect(toast(page)).toContainText('Unable to verify payment. Please contact support.')
  })
})

/** From here on, browser storage refuses every write. */
const blockStorage = (page: Page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
