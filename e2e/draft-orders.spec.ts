import { openAdmin } from './admin.ts'
import { findAxeViolations, findLayoutProblems } from './axe.ts'
import { payWithCard } from './checkout-form.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const WIDTHS = [390, 1440]
const ADDRESS = {
  'First name': 'Rosa',
  'Last name': 'Quill',
  Address: '12 Pear Lane',
  City: 'Albany',
  State: 'NY',
  'ZIP Code': '12207',
  'Mobile number': '(518) 555-0142',
}

test('staff prepare an order for a caller, who pays it by its link', async ({ page, browser }) => {
  test.slow()
  await openAdmin(page, '/admin/orders/drafts/new')
  await page.getByLabel('Email', { exact: true }).fill(`caller-${crypto.randomUUID()}@orchard.example`)
  await page.getByRole('button', { name: 'Create order', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Draft D\d+/ })).toBeVisible()
  await page.getByLabel('Add a product').fill('serum')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const matches = page.getByRole('list', { name: 'Products' }).getByRole('button')
  await matches.first().click()
  await expect(page.getByText('Save the delivery address first.')).toBeVisible()
  for (const [label, text] of Object.entries(ADDRESS))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Mobile number').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Mobile number')).toHaveAccessibleDescription(
    'Please enter a valid mobile number',
  )
  await page.getByLabel('Mobile number').fill(ADDRESS['Mobile number'])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect(await findLayoutProblems(page, WIDTHS)).toEqual([])
  await page.getByRole('button', { name: 'Send payment link' }).click()
  const link = await page.getByText('/pay/drf_').textContent()
  expect(await findAxeViolations(page)).toEqual([])

  const customer = await (await browser.newContext()).newPage()
  await customer.goto(link ?? '')
  await waitForHydration(customer)
  expect(await findAxeViolations(customer)).toEqual([])
  expect(await findLayoutProblems(customer, WIDTHS)).toEqual([])
  await customer.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(customer.getByText('SANDBOX')).toBeVisible()
  await payWithCard(customer, '4242 4242 4242 4242')
  await expect(customer.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await customer.goto(link ?? '')
  await expect(customer.getByText('This order is paid.')).toBeVisible()
  await expect(customer.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
  expect(await findLayoutProblems(page, WIDTHS)).toEqual([])
  await page
    .getByRole('link', { name: /^#?EB\d+|^Order #EB/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: /^Order #EB/ })).toBeVisible()
  await page.getByRole('link', { name: /^Draft D\d+/ }).click()
  await expect(page.getByRole('heading', { name: /^Draft D\d+/ })).toBeVisible()
})
