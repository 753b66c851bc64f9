import { openAccount, signIn, siteHeader } from './account.ts'
import { fetchInStockProducts } from './catalog.ts'
import { queryDatabase } from './demo-store.ts'
import { readGuestCart } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

for (const method of ['fetch', 'a form submit'] as const) {
  test(`signing out in one tab, by ${method}, signs the other out at once`, async ({ page, context }) => {
    await signIn(page, await openAccount())
    const secondTab = await context.newPage()
    const profileRequested = secondTab.waitForEvent('request', (sent) =>
      sent.url().includes('/api/v1/profile'),
    )
    await secondTab.goto('/profile?tab=settings')
    await waitForHydration(secondTab)
    await profileRequested
    if (method === 'a form submit') {
      const profileLoaded = page.waitForResponse('**/api/v1/profile')
      await page.goto('/categories')
      await profileLoaded
    } else await waitForHydration(page)
    for (const tab of [page, secondTab])
      await tab.evaluate(() => sessionStorage.setItem('checkoutForm', '{"first_name":"Ada"}'))
    await page.evaluate((native) => {
      const signOutForm = document.querySelector<HTMLFormElement>('header form[action="/sign-out"]')
      if (native) signOutForm?.submit()
      else signOutForm?.requestSubmit()
    }, method === 'a form submit')
    await expect(siteHeader(page).getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(secondTab).toHaveURL(/\/login\?next=/)
    await expect(siteHeader(secondTab).getByRole('link', { name: 'Login' })).toBeVisible()
    for (const tab of [page, secondTab])
      await expect.poll(() => tab.evaluate(() => sessionStorage.getItem('checkoutForm'))).toBeNull()
  })
}

test('after signing out, Back shows no personal page', async ({ page }) => {
  await signIn(page, await openAccount())
  await page.goto('/profile')
  await page.goto('/contact')
  await page.goBack()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goForward()
  await waitForHydration(page)
  // Without the script that handles the form, and after this call, which a navigation would break.
  await page.evaluate(() => {
    setTimeout(() => document.querySelector<HTMLFormElement>('header form[action="/sign-out"]')?.submit())
  })
  await expect(siteHeader(page).getByRole('link', { name: 'Login' })).toBeVisible()
  await page.evaluate(() => history.go(-2))
  await expect(page).toHaveURL(/\/login\?next=/)
})

test('signing in in one tab signs the other in', async ({ page, context }) => {
  const account = await openAccount()
  const secondTab = await context.newPage()
  await secondTab.goto('/contact')
  await waitForHydration(secondTab)
  await signIn(page, account)
  await expect(siteHeader(secondTab).getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(secondTab).toHaveURL(/\/contact$/)
})

test('a guest’s page loads no code for signed-in shoppers', async ({ page }) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.goto('/')
  await waitForHydration(page)
  // A page's own scripts load what they need when the browser is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(requestedUrls.filter((url) => /auth-sync|\/api\/v1\/profile|\/auth\//.test(url))).toEqual([])
})

test('a guest’s cart is merged once, even from two tabs', async ({ page, context, request }) => {
  const [product] = (await fetchInStockProducts(request)).filter(({ stock }) => stock >= 10)
  const account = await openAccount()
  const secondTab = await context.newPage()
  const tabs = [page, secondTab]
  for (const tab of tabs) await tab.goto('/contact')
  await waitForHydration(page)
  await waitForHydration(secondTab)
  await page.evaluate(
    (text) => localStorage.setItem('cart', text),
    JSON.stringify([{ productId: product?.id, quantity: 3 }]),
  )
  // Both tabs discover the new session at the same time.
  const signedIn = await context.request.post('/login', { form: account, maxRedirects: 0 })
  expect(signedIn.status()).toBeLessThan(400)
  let mergeCount = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/cart/merge')) mergeCount++
  })
  await Promise.all(tabs.map((tab) => tab.reload()))
  for (const tab of tabs) {
    await waitForHydration(tab)
    await expect.poll(() => readGuestCart(tab)).toBeNull()
  }
  expect(mergeCount).toBeGreaterThan(0)
  const cart = await (await context.request.get('/api/v1/cart')).json()
  expect(cart).toMatchObject({ data: [{ product_id: product?.id, quantity: 3 }] })
})

test('no script can read a token', async ({ page }) => {
  await signIn(page, await openAccount())
  await waitForHydration(page)
  const readableStorage = await page.evaluate(() => [
    document.cookie,
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
  ])
  expect(readableStorage[0]).not.toContain('eb_session')
  for (const text of readableStorage) expect(text).not.toMatch(/token/i)
})

test('the session is refreshed before it expires', async ({ page }) => {
  await page.clock.install()
  await signIn(page, await openAccount(), { scripts: false })
  const profileLoaded = page.waitForResponse('**/api/v1/profile')
  await page.goto('/profile')
  await page.clock.runFor(5000)
  await profileLoaded
  let refreshCount = 0
  page.on('request', (sent) => {
    if (sent.url().endsWith('/auth/refresh')) refreshCount++
  })
  await page.clock.runFor(65_000)
  expect(refreshCount).toBe(0)
  await page.clock.fastForward('24:00:00')
  await page.clock.runFor(31_000)
  await expect.poll(() => refreshCount).toBeGreaterThan(0)
  await expect(siteHeader(page).getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('only one of two tabs refreshes the session', async ({ page, context, store }) => {
  await context.clock.install()
  const ada = await openAccount()
  await signIn(page, ada, { scripts: false })
  const endsIn = (time: string) =>
    queryDatabase(
      store.databaseUrl,
      `update session_tokens set renew_at = now() + $2::interval where session_id in
        (select s.id from auth_sessions s join auth_users u on u.id = s.user_id where u.email = $1)`,
      [ada.email, time],
    )
  await endsIn('3 minutes')
  let refreshCount = 0
  context.on('request', (sent) => {
    if (sent.url().endsWith('/auth/refresh')) refreshCount++
  })
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) {
    const profileLoaded = tab.waitForResponse('**/api/v1/profile')
    await tab.goto('/profile')
    await tab.clock.runFor(5000)
    await profileLoaded
  }
  // The pages' clock runs ahead, so the store must see the session near its end too.
  await endsIn('1 minute')
  const renewed = context.waitForEvent('response', (answer) => answer.url().endsWith('/auth/refresh'))
  await context.clock.runFor(120_000)
  expect((await renewed).status()).toBe(200)
  for (const _look of [1, 2, 3]) await context.clock.runFor(30_000)
  expect(refreshCount).toBe(1)
  for (const tab of tabs) await expect(siteHeader(tab).getByRole('button', { name: 'Logout' })).toBeVisible()
})
