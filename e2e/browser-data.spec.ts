import type { BrowserContext, Page } from '@playwright/test'
import { openAccount, signIn } from './account.ts'
import { ADMIN_SCREENS, openAdmin } from './admin.ts'
import { fetchFirstProduct } from './catalog.ts'
import { BUYER, fillCheckout } from './checkout-form.ts'
import { addButton } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { openPage, PAGES } from './pages.ts'
import { expect, test } from './test.ts'

test('browsers store only what the privacy page lists', async ({ page, context, request }) => {
  test.slow()
  const listed = await readListedNames(page)
  const names = new Set<string>()
  const visit = async (path: string) => {
    await page.goto(path)
    await waitForHydration(page)
    await addStoredNames(names, page, context)
  }
  for (const name of PAGES) {
    await openPage(page, name)
    await addStoredNames(names, page, context)
  }
  await page.goto(`/product/${(await fetchFirstProduct(request)).id}`)
  await waitForHydration(page)
  await addButton(page).first().click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).not.toBeNull()
  await page.getByLabel('Region and currency').selectOption('GB')
  await expect(page.getByText('Shipping to: United Kingdom')).toBeVisible()
  await addStoredNames(names, page, context)
  await page.getByLabel('Region and currency').selectOption('US')
  await expect(page.getByText('Shipping to: United States')).toBeVisible()
  for (const path of ['/cart', '/orders', '/privacy', '/consultant', '/newsletter', '/avoid-list'])
    await visit(path)
  await page.getByLabel('Silicones').check()
  await page.getByRole('button', { name: 'Save in this browser' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('avoidList'))).not.toBeNull()
  await addStoredNames(names, page, context)
  await visit('/checkout?code=NEVER')
  await fillCheckout(page, { Email: BUYER.Email })
  await addStoredNames(names, page, context)
  await signIn(page, await openAccount())
  await addStoredNames(names, page, context)
  for (const path of ['/profile', '/profile/security', '/orders', '/cart', '/checkout']) await visit(path)
  await context.clearCookies()
  await openAdmin(page)
  await waitForHydration(page)
  await page.keyboard.press('Control+b')
  for (const screen of ADMIN_SCREENS.slice(0, 8)) await visit(`/admin${screen}`)
  expect([...names].filter((name) => !listed.includes(name))).toEqual([])
  expect([...names]).toEqual(
    expect.arrayContaining([
      'cart',
      'avoidList',
      'eb_session',
      'eb_device',
      'userSelectedRegion',
      'sidebar_state',
    ]),
  )
})

async function readListedNames(page: Page): Promise<string[]> {
  await page.goto('/privacy')
  return page.locator('dt').allInnerTexts()
}

async function addStoredNames(names: Set<string>, page: Page, context: BrowserContext): Promise<void> {
  for (const { name } of await context.cookies()) names.add(name)
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  for (const key of keys) names.add(key)
}
