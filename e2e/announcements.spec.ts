import type { Locator, Page } from '@playwright/test'
import { addButton, cartPanel } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

/** What a screen reader reads when it changes. */
const announcement = (page: Page) => page.locator('body > p[aria-live="polite"]')

test('a page that a link opens is announced, and a shade of the same product only once', async ({ page }) => {
  await page.goto('/categories')
  await waitForHydration(page)
  await expect(announcement(page)).toBeEmpty()
  await page.getByRole('link', { name: 'Satin Lipstick', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/product\/satin-lipstick/)
  await expect(announcement(page)).toHaveText(/^Satin Lipstick.* · Eternal Beauty$/)
  const first = await announcement(page).textContent()
  const shade = page.getByRole('group', { name: /^Shade/ }).getByRole('link', { name: 'Carmine' })
  await shade.press('Enter')
  await expect(page).toHaveURL('/product/satin-lipstick-carmine')
  await expect(shade).toBeFocused()
  await expect(announcement(page)).toHaveText(first ?? '')
  await page.getByRole('banner').getByRole('link', { name: 'Journal' }).press('Enter')
  await expect(announcement(page)).toHaveText(/^Journal/)
})

test('a category announces how many products it has', async ({ page }) => {
  await page.goto('/categories')
  await waitForHydration(page)
  const count = page.getByRole('main').getByRole('status')
  await expect(count).toHaveText(/^All products: \d+ products/)
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Fragrance' })
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Fragrance' })).toBeVisible()
  const shown = await page.getByRole('main').getByRole('article').count()
  await expect(count).toHaveText(`Fragrance: ${shown} products`)
})

test('the cart panel closes when focus moves to the page under it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.goto('/product/rose-hip-night-serum')
    await waitForHydration(page)
    await addButton(page.locator('#buy')).press('Enter')
    await expect(cartPanel(page).getByRole('link', { name: 'Checkout' })).toBeVisible()
    const isInPanel = () =>
      cartPanel(page)
        .evaluate((panel) => panel.contains(document.activeElement))
        .catch(() => false)
    do {
      await page.keyboard.press(key)
      // Polled, because the panel fades.
      await expect.poll(() => isFocusOnTop(page)).toBe(true)
    } while (await isInPanel())
    await expect(cartPanel(page)).toBeHidden()
  }
})

function isFocusOnTop(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement
    const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect()
    return focused?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) === true
  })
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('Tab goes down the cards and along the header as they are seen', async ({ page }) => {
    await page.goto('/categories')
    const tops = (stops: Locator) =>
      stops.evaluateAll((all) =>
        all
          .filter((one) => one instanceof HTMLElement && one.tabIndex >= 0 && one.checkVisibility())
          .map((one) => Math.round(one.getBoundingClientRect().top)),
      )
    const card = page.getByRole('main').getByRole('article').filter({ hasText: 'Choose a shade' }).first()
    const stops = await tops(card.locator('a, button'))
    expect(stops).toHaveLength(3)
    expect(stops).toEqual(stops.toSorted((one, other) => one - other))
    const lefts = await page
      .locator('header')
      .locator('a, input, button')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().left),
      )
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
  })
})

test('what to do next stays on the page when the notification is gone', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login?mode=forgot')
  await waitForHydration(page)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Send reset email' }).click()
  const notification = page.getByRole('region', { name: /^Notifications/ })
  await expect(notification).toContainText('Reset Email Sent')
  await page.clock.runFor(20_000)
  await expect(notification.getByText('Reset Email Sent')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(
    'Please check your email for password reset instructions.',
  )
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('password reset instructions')
})

test('what went wrong stays on the page, too', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await waitForHydration(page)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  const notification = page.getByRole('region', { name: /^Notifications/ })
  await expect(notification).toContainText('Login Failed')
  await page.clock.runFor(20_000)
  await expect(notification.getByText('Login Failed')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Login Failed')
})

test('the consultant’s button is whole with text at 200%', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect(page.getByRole('button', { name: 'AI Beauty Consultant' })).toBeInViewport({ ratio: 1 })
})
