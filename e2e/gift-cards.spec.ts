import { findAxeViolations, findLayoutProblems } from './axe.ts'
import { payWithCard } from './checkout-form.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const GOOD_CARD = '4242 4242 4242 4242'
const WIDTHS = [390, 1440]

test('a guest buys a gift card, opens it, prints it, and checks its balance', async ({ page }) => {
  test.slow()
  await page.goto('/gift-cards')
  await waitForHydration(page)
  expect(await findLayoutProblems(page, WIDTHS)).toEqual([])
  await page.getByText('Another', { exact: true }).click()
  await page.getByLabel('Another amount (USD)').fill('5')
  await page.getByLabel('Their name').fill('Ada')
  await page.getByLabel('Their email').fill('ada@orchard.example')
  await page.getByLabel('Message').fill('Happy birthday 💐\nمع الحب')
  await page.getByLabel('Your name').fill('Grace')
  await page.getByLabel('Your email').fill('grace.gifts@orchard.example')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Enter an amount from $10.00 to $500.00.').first()).toBeVisible()
  await expect(page.getByLabel('Their name')).toHaveValue('Ada')
  await page.getByLabel('Another amount (USD)').fill('37.50')
  await page.getByRole('button', { name: 'Continue to payment' }).dblclick()
  await expect(page.getByText('SANDBOX')).toBeVisible()
  await expect(page.getByText('$37.50').first()).toBeVisible()
  await payWithCard(page, GOOD_CARD)

  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Ada (ada@orchard.example)')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'View the gift card' }).click()
  await expect(page).toHaveURL(/\/gift-cards\/gft_[0-9a-z]+$/)
  await expect(page.getByText('For Ada')).toBeVisible()
  expect(await findLayoutProblems(page, WIDTHS)).toEqual([])
  const code = /([0-9A-Z]{4}-){6}[0-9A-Z]{2}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0]
  const pdf = await page.pdf({ format: 'A5' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await page.goto('/gift-cards/balance')
  await waitForHydration(page)
  await page.getByLabel('Gift card code').fill('not a code')
  await page.getByRole('button', { name: 'Check balance' }).click()
  await expect(page.getByText('This gift card code isn’t valid.').first()).toBeVisible()
  await page.getByLabel('Gift card code').fill(code ?? '')
  await page.getByRole('button', { name: 'Check balance' }).click()
  await expect(page.getByRole('status').filter({ hasText: '$37.50' })).toBeVisible()
  expect(await findLayoutProblems(page, WIDTHS)).toEqual([])
})
