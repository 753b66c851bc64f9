import type { Page, Route } from '@playwright/test'
import { ADMIN, GRACE, signIn } from './account.ts'
import { cartPanel } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { openPage } from './pages.ts'
import { pauseClock } from './paused-clock.ts'
import { expect, test } from './test.ts'

const DATA_REQUESTS = /\.data(\?|$)/
const FAILURES = [
  {
    name: 'offline',
    start: (page: Page) => page.context().setOffline(true),
    stop: (page: Page) => page.context().setOffline(false),
  },
  {
    name: 'behind a failing proxy',
    start: (page: Page) =>
      page.route(DATA_REQUESTS, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' })),
    stop: (page: Page) => page.unrouteAll(),
  },
]
const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const errorPage = (page: Page) => page.getByRole('heading', { name: 'Something went wrong' })

/** The page fetches the profile a moment after it has loaded; offline, that would log an error of its own. */
async function gotoAndLoadProfile(page: Page, path: string): Promise<void> {
  const profile = page.waitForResponse('**/api/v1/profile')
  await page.goto(path)
  await waitForHydration(page)
  await profile
}

for (const { name, start, stop } of FAILURES) {
  test(`${name}, sign-in and sign-up forms keep the page and what was typed`, async ({ page }) => {
    for (const [path, email] of [
      ['/login', GRACE.email],
      ['/admin/login', ADMIN.email],
    ] as const) {
      await page.goto(path)
      await waitForHydration(page)
      await start(page)
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill('quiet orchard')
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(toast(page)).toContainText('Something went wrong. Please try again.')
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('quiet orchard')
      await stop(page)
    }

    await page.goto('/signup')
    await waitForHydration(page)
    await start(page)
    await page.getByLabel('Email', { exact: true }).fill('ada@orchard.example')
    await page.getByLabel('Password', { exact: true }).fill('quiet orchard')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@orchard.example')
  })

  test(`${name}, orders show an error in their place`, async ({ page }) => {
    await signIn(page, GRACE)
    for (const [path, heading] of [
      ['/orders', 'Your Orders'],
      ['/profile?tab=orders', 'My Profile'],
    ] as const) {
      // Visited once, so the browser has the page's scripts.
      await page.goto(path)
      await waitForHydration(page)
      await page.getByRole('link', { name: 'Home', exact: true }).first().click()
      await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
      await start(page)
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('Error Loading Orders')
      await expect(page.getByRole('alert')).toContainText('Please try again later.')
      await stop(page)
      await page.getByRole('alert').getByRole('link', { name: 'Try Again' }).click()
      await expect(page.getByRole('main').getByRole('article').first()).toContainText(/Order #EB\d{6,}/)
    }
  })

  test(`${name}, the back office keeps the page and names the failed action`, async ({ page }) => {
    test.slow()
    await signIn(page, ADMIN)
    await gotoAndLoadProfile(page, '/admin/user-management?q=grace')
    await start(page)
    const role = page.getByLabel(`Role of ${GRACE.email}`)
    await role.selectOption('admin')
    await expect(toast(page)).toContainText('Error updating user role')
    await expect(role).toHaveValue('user')
    await stop(page)

    await gotoAndLoadProfile(page, '/admin/accounting')
    await start(page)
    await page.getByLabel('Description', { exact: true }).fill('Linen for the boutique')
    await page.getByLabel('Amount').fill('12.50')
    await page.getByRole('button', { name: 'Add entry' }).click()
    await expect(toast(page)).toContainText('Something went wrong. Please try again.')
    await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Linen for the boutique')
    await expect(errorPage(page)).toHaveCount(0)

    await stop(page)
    const buffer = Buffer.from('Roses in linen.')
    await page.request.post('/api/v1/storage/admin-uploads', {
      multipart: { file: { name: `${name.replaceAll(' ', '-')}.txt`, mimeType: 'text/plain', buffer } },
    })
    await gotoAndLoadProfile(page, '/admin/uploads')
    await page
      .getByRole('link', { name: /^Delete/ })
      .first()
      .click()
    await expect(page.getByText('Are you sure you want to delete this file?')).toBeVisible()
    await start(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(toast(page)).toContainText('Error deleting file')
    await expect(page.getByRole('heading', { name: 'Uploads' })).toBeVisible()
    await expect(errorPage(page)).toHaveCount(0)
  })

  test(`${name}, an error page shows no empty request ID`, async ({ page }) => {
    await page.goto('/cart')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
    await start(page)
    await page.goBack()
    await expect(errorPage(page)).toBeVisible()
    await expect(page.getByText('request ID')).toHaveCount(0)
    await stop(page)
  })
}

test('a notification whose script can’t load is plain, closes after five seconds, and the page stays', async ({
  page,
}) => {
  const fail = (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' })
  await page.route('**/toast-view-*.js', fail)
  await page.route('**/cart-panel-*.js', fail)
  await openPage(page, 'a product')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  const notification = page.getByRole('region', { name: 'Notifications' })
  await expect(notification).toContainText('Added to cart!')
  await notification.getByRole('button', { name: 'Close' }).click()
  await expect(notification).toHaveCount(0)
  await pauseClock(page)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(notification).toContainText('Added to cart!')
  await page.clock.runFor(4900)
  await expect(notification).toBeVisible()
  await page.clock.runFor(200)
  await expect(notification).toHaveCount(0)
})

test('a notification whose script can’t load appears in the cart panel', async ({ page }) => {
  await page.route('**/toast-view-*.js', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await openPage(page, 'a product')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(cartPanel(page).getByRole('region', { name: 'Notifications' })).toContainText('Added to cart!')
})
