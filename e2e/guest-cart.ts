import { expect, type Locator, type Page } from '@playwright/test'

export function readGuestCart(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('cart'))
}

export async function storeGuestCart(page: Page, text: string): Promise<void> {
  await page.addInitScript((text) => {
    if (!localStorage.getItem('cart')) localStorage.setItem('cart', text)
  }, text)
}

/** The count above the product list. */
export function cartCount(page: Page): Locator {
  return page.locator('summary', { hasText: 'In your cart' })
}

/** Opens after each addition. */
export function cartPanel(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Cart', exact: true })
}

export async function closeCartPanel(page: Page): Promise<void> {
  await expect(cartPanel(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cartPanel(page)).toBeHidden()
}

export function addButton(container: Page | Locator): Locator {
  return container.getByRole('button', { name: /^Add to cart/ })
}
