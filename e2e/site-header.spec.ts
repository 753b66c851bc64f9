import { ADMIN, GRACE, signIn, siteHeader } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 768, height: 1024 }

const GUEST_LINKS = ['Home', 'Categories', 'Cart', 'Login']
const CUSTOMER_LINKS = ['Home', 'Categories', 'Cart', 'Profile']
const ADMIN_LINKS = ['Home', 'Categories', 'Cart', 'Admin', 'Admin Panel']

test('the header fits one line for a guest, a customer, and an administrator', async ({ page }) => {
  test.slow()
  const roles = [
    { links: GUEST_LINKS, leave: false },
    { links: CUSTOMER_LINKS, leave: true, who: GRACE, at: '/login' },
    { links: ADMIN_LINKS, leave: true, who: ADMIN, at: '/admin/login' },
  ]
  for (const { links, leave, who, at } of roles) {
    await page.context().clearCookies()
    if (who) await signIn(page, who, { at })
    await page.goto('/')
    await expect(siteHeader(page)).toContainText('A house of quiet luxuries')
    for (const name of links)
      await expect(siteHeader(page).getByRole('link', { name, exact: true })).toBeVisible()
    await expect(siteHeader(page).getByRole('button', { name: 'Logout' })).toHaveCount(leave ? 1 : 0)
    await expect(siteHeader(page).getByRole('link', { name: 'Login' })).toHaveCount(leave ? 0 : 1)
    await expect(siteHeader(page).getByRole('search')).toBeVisible()
    await expect(page.getByLabel('Region and currency')).toBeVisible()
    await expect(siteHeader(page).getByRole('button', { name: 'Menu' })).toBeHidden()
    const { height } = (await siteHeader(page).boundingBox()) ?? { height: 0 }
    expect(height).toBeLessThan(90)
  }
})

test('Logout in the navigation signs out and opens the home page', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signIn(page, GRACE)
  await page.goto('/categories')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
})

test('on phones and tablets the menu is a sheet for pointer and keyboard', async ({ page }) => {
  test.slow()
  for (const viewport of [PHONE, TABLET]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await waitForHydration(page)
    const menu = page.getByRole('button', { name: 'Menu' })
    const categories = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Categories' })
    await expect(categories).toBeHidden()
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect(categories).toBeVisible()
    for (const name of ['Customer Service', 'Close'])
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(page.getByLabel('Region and currency')).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(categories).toBeHidden()
    await expect(menu).toBeFocused()
    await menu.click()
    await categories.click()
    await expect(page).toHaveURL(/\/categories$/)
    await expect(categories).toBeHidden()
    await menu.click()
    // Tab stays inside the sheet.
    for (let tab = 0; tab < 20 && (await categories.isVisible()); tab++) await page.keyboard.press('Tab')
    await expect(categories).toBeHidden()
  }
})

test('Customer Service shows the contact details from the header and the sheet', async ({ page }) => {
  test.slow()
  await page.goto('/categories')
  await waitForHydration(page)
  for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
    await page.setViewportSize(viewport)
    const menu = page.getByRole('button', { name: 'Menu' })
    if (await menu.isVisible()) await menu.click()
    const button = page.getByRole('button', { name: 'Customer Service' })
    await button.click()
    const alert = page.getByRole('alertdialog', { name: 'Customer Service' })
    await expect(alert.getByRole('link', { name: '+1 (800) 555-0142' })).toHaveAttribute(
      'href',
      'tel:+18005550142',
    )
    await expect(alert.getByRole('link', { name: 'care@eternalbeauty.example' })).toHaveAttribute(
      'href',
      'mailto:care@eternalbeauty.example',
    )
    await expect(alert.getByRole('button', { name: 'Close' })).toBeFocused()
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(alert).toBeHidden()
    await expect(button).toBeFocused()
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })

  test('the sheet, Customer Service, and the search work', async ({ page }) => {
    await page.goto('/categories')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Customer Service' }).click()
    const alert = page.getByRole('alertdialog', { name: 'Customer Service' })
    await expect(alert.getByRole('link')).toHaveCount(2)
    await alert.getByRole('button', { name: 'Close' }).click()
    await expect(alert).toBeHidden()
    await page.getByLabel('Region and currency').selectOption('GB')
    await page.getByRole('button', { name: 'Change' }).click()
    await expect(page.getByText('Shipping to: United Kingdom')).toBeVisible()
    await page.getByRole('searchbox').fill('rose')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/search\?q=rose$/)
  })
})

test('the header works with forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.locator('#menu')
  await expect(sheet).toHaveCSS('opacity', '1')
  expect(await sheet.evaluate((one) => getComputedStyle(one).transitionDuration)).toBe('1e-05s')
})
