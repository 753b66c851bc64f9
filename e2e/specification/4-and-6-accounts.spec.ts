import { ADMIN, GRACE, siteHeader, startSession, visibleMessage } from '../account.ts'
import { cartRow, findWellStockedProducts, openCart } from '../cart-page.ts'
import { productCards } from '../catalog.ts'
import { addButton, readGuestCart } from '../guest-cart.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test('a page is loading until it has the profile, which is cleared on sign-out', async ({ page }) => {
  await startSession(page, ADMIN)
  expect(await (await page.request.get('/legacy-admin')).text()).toContain('Loading...')
  const profile = page.waitForResponse('**/api/v1/profile')
  await page.goto('/legacy-admin')
  await profile
  await expect(page.getByText('Loading...')).toBeHidden()
  await expect(page.getByRole('banner')).toContainText(ADMIN.email)

  const nextProfile = page.waitForResponse('**/api/v1/profile')
  await page.goto('/')
  await nextProfile
  await expect(siteHeader(page).getByRole('link', { name: 'Admin Panel' })).toBeVisible()
  await siteHeader(page).getByRole('button', { name: 'Logout' }).click()
  await expect(siteHeader(page).getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(siteHeader(page).getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  expect((await page.request.get('/api/v1/profile')).status()).toBe(401)
})

test('After a sign-in event the profile is fetched following a 500 ms delay.', async ({ page }) => {
  await page.clock.install()
  let profileRequests = 0
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/v1/profile')) profileRequests++
  })
  await page.goto('/login')
  await waitForHydration(page)
  await page.getByLabel('Email').fill(GRACE.email)
  await page.getByLabel('Password').fill(GRACE.password)
  const authScript = page.waitForResponse(/auth-sync/)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await authScript
  await expect(siteHeader(page).getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.clock.runFor(490)
  expect(profileRequests).toBe(0)
  await page.clock.runFor(20)
  await expect.poll(() => profileRequests).toBe(1)
})

test('a guest’s cart is kept in browser storage under the key cart, and the cart page suggests to log in', async ({
  page,
  request,
}) => {
  await page.goto('/categories')
  await waitForHydration(page)
  await addButton(productCards(page).first()).press('Enter')
  await expect.poll(() => readGuestCart(page)).toMatch(/^\[\{"productId":"prd_\w+","quantity":1\}\]$/)

  const [first, second] = await findWellStockedProducts(request)
  await openCart(
    page,
    [first, second].map(({ id }) => ({ productId: id, quantity: 1 })),
  )
  await expect(page.getByRole('heading', { name: 'Please log in' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login to Add' })).toHaveAttribute('href', /^\/login/)
  await cartRow(page, first).getByRole('button', { name: 'Increase quantity' }).click()
  await expect(cartRow(page, first).locator('output')).toHaveText('2')
  await cartRow(page, second).getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(visibleMessage(page, 'Item removed')).toBeVisible()
  await expect(cartRow(page, second)).toHaveCount(0)
  expect(await readGuestCart(page)).toBe(JSON.stringify([{ productId: first.id, quantity: 2 }]))
  await page.getByRole('button', { name: 'Clear cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible()
  expect(JSON.parse((await readGuestCart(page)) ?? '[]')).toEqual([])
})
