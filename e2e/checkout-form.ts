import type { Page } from '@playwright/test'

export const BUYER = {
  Email: 'rosa@orchard.example',
  'First Name': 'Rosa',
  'Last Name': 'Quill',
  Address: '12 Pear Lane',
  City: 'Albany',
  State: 'NY',
  'ZIP Code': '12207',
  'Mobile Number': '(518) 555-0142',
}

export async function fillCheckout(page: Page, overrides: Partial<typeof BUYER> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...BUYER, ...overrides }))
    await page.getByRole('textbox', { name: `${label} *`, exact: true }).fill(value)
}

export async function placeOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Place order/ }).click()
}

/** On the card provider's page, which is the sandbox's in the demo. */
export async function payWithCard(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
}
