import type { Locator } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { cartTotal, fetchQuoteTotal, findWellStockedProducts, formatDollars, openCart } from './cart-page.ts'
import { BUYER, fillCheckout, placeOrder } from './checkout-form.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const REQUIRED = {
  'Email *': 'Please enter a valid email address',
  'First Name *': 'First name is required',
  'Last Name *': 'Last name is required',
  'Address *': 'Address is required',
  'City *': 'City is required',
  'State *': 'State is required',
  'ZIP Code *': 'ZIP code is required',
  'Mobile Number *': 'Please enter a valid mobile number',
}

test('each invalid field shows its error, the first is focused, and editing clears the error', async ({
  page,
  request,
}) => {
  test.slow()
  const [first] = await findWellStockedProducts(request)
  const lines = [{ productId: first.id, quantity: 1 }]
  await openCart(page, lines, '/checkout')
  await expect(cartTotal(page)).toHaveText(formatDollars(await fetchQuoteTotal(request, lines)))
  await expect(page.getByLabel('Credit or debit card')).toBeChecked()
  await expect(page.getByRole('link', { name: 'Back to cart' })).toBeVisible()
  await expect(page.getByRole('link', { name: '+1 (800) 555-0142' }).first()).toBeInViewport()
  await expect(page.getByRole('banner').locator('a, button, input').filter({ visible: true })).toHaveCount(1)
  await placeOrder(page)
  await expect(
    page.getByRole('alert').filter({ hasText: 'Please fill in all required fields' }).first(),
  ).toBeVisible()
  await expect(page.getByText('Please fill in all required fields')).not.toHaveCount(1)
  for (const [label, problem] of Object.entries(REQUIRED)) {
    const field = page.getByRole('textbox', { name: label, exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(problem))
    await expect(field).toHaveAttribute('autocomplete', /\w/)
  }
  await expect(page.getByRole('textbox', { name: 'Email *' })).toBeFocused()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  await page.getByRole('textbox', { name: 'City *' }).fill('A')
  await expect(page.getByText('City is required')).toHaveCount(0)
  await expect(page.getByText('State is required')).toBeVisible()

  await fillCheckout(page, { Email: 'nobody', 'Mobile Number': '555-0142', 'ZIP Code': 'SW1A 1AA' })
  await placeOrder(page)
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Please enter a valid mobile number')).toBeVisible()
  await expect(page.getByText('Please check the 3 fields marked below.').first()).toBeVisible()
  await expect(page.getByText('Please fill in all required fields')).toHaveCount(0)
  await fillCheckout(page, { 'ZIP Code': 'SW1A 1AA' })
  await placeOrder(page)
  await expect(page.getByText('Please enter a valid ZIP Code, such as 10001')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'ZIP Code *' })).toBeFocused()
})

const COUNTRIES = [
  {
    region: 'GB',
    country: 'United Kingdom',
    state: 'County',
    zip: 'Postcode',
    good: 'SW1A 1AA',
    currency: '£',
  },
  { region: 'IN', country: 'India', state: 'State', zip: 'PIN Code', good: '110001', currency: '₹' },
  { region: 'CA', country: 'Canada', state: 'Province', zip: 'Postal Code', good: 'K1A 0B1', currency: 'C$' },
]

test('each country has its own address labels, and the card is charged the total shown', async ({
  page,
  request,
}) => {
  test.slow()
  const [first] = await findWellStockedProducts(request)
  for (const { region, country, state, zip, good, currency } of COUNTRIES) {
    await openCart(page, [{ productId: first.id, quantity: 1 }], '/demo/ui')
    await page.evaluate((code) => localStorage.setItem('userSelectedRegion', code), region)
    // As if the region was chosen in another tab: the page was rendered for another region and must follow.
    await page.goto('/checkout')
    await waitForHydration(page)
    await expect(page.getByRole('main')).toContainText(country)
    await expect(cartTotal(page)).toContainText(currency)
    const { State, 'ZIP Code': code, ...others } = BUYER
    const fields = { ...others, [state]: State, [zip]: code === good ? 'none' : `${code}-X` }
    for (const [label, value] of Object.entries(fields))
      await page.getByRole('textbox', { name: `${label} *`, exact: true }).fill(value)
    await placeOrder(page)
    const postcode = page.getByRole('textbox', { name: `${zip} *` })
    await expect(postcode).toHaveAccessibleDescription(`Please enter a valid ${zip}, such as ${good}`)
    await expect(postcode).toBeFocused()
    await postcode.fill(good)
    const displayedTotal = (await cartTotal(page).innerText()).trim()
    await placeOrder(page)
    await expect(page.getByText('SANDBOX')).toBeVisible()
    await expect(page.getByText(displayedTotal).first()).toBeVisible()
  }
})

test('a focused State field suggests the states of the country, and takes any text', async ({
  page,
  request,
}) => {
  const [first] = await findWellStockedProducts(request)
  await openCart(page, [{ productId: first.id, quantity: 1 }], '/checkout')
  await page.getByRole('textbox', { name: 'State *' }).focus()
  const state = page.getByRole('combobox', { name: 'State *' })
  await expect(state).toBeFocused()
  const suggestions = () =>
    state.evaluate((input: HTMLInputElement) => [...(input.list?.options ?? [])].map(({ text }) => text))
  expect(await suggestions()).toContain('New York')
  expect(await findAxeViolations(page)).toEqual([])
  await state.fill('Somewhere else')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'State *' })).toHaveValue('Somewhere else')
})

test('around checkout’s form, the footer has help but no newsletter form', async ({ page, request }) => {
  const [first] = await findWellStockedProducts(request)
  const footer = page.getByRole('contentinfo')
  await openCart(page, [{ productId: first.id, quantity: 1 }], '/checkout')
  await expect(footer.getByRole('link', { name: 'Shipping and returns' })).toBeVisible()
  await expect(footer.getByLabel('Join our newsletter')).toBeHidden()
  expect((await footer.boundingBox())?.height).toBeLessThan(100)
  await page.goto('/cart')
  await expect(footer.getByLabel('Join our newsletter')).toBeVisible()
})

test('on a phone, the toast covers no field that the shopper goes to', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const [first] = await findWellStockedProducts(request)
  await openCart(page, [{ productId: first.id, quantity: 1 }], '/checkout')
  await fillCheckout(page, { 'ZIP Code': '9720', 'Mobile Number': '503' })
  await placeOrder(page)
  const toast = page.getByRole('listitem').filter({ hasText: 'Please check the 2 fields marked below.' })
  await expect(toast).toBeVisible()
  const zipCode = page.getByRole('textbox', { name: 'ZIP Code *' })
  await expect(zipCode).toBeFocused()
  const bottomOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  const toastTop = (await toast.boundingBox())?.y ?? Number.NaN
  expect(await bottomOf(zipCode)).toBeLessThan(toastTop)
  await page.keyboard.press('Tab')
  const mobileNumber = page.getByRole('textbox', { name: 'Mobile Number *' })
  await expect(mobileNumber).toBeFocused()
  expect(await bottomOf(mobileNumber)).toBeLessThan(toastTop)
})

test('a gift message is open to anyone, and is still there after a look at the payment page', async ({
  page,
  request,
}) => {
  const [first] = await findWellStockedProducts(request)
  await openCart(page, [{ productId: first.id, quantity: 1 }], '/checkout')
  const message = page.getByRole('textbox', { name: 'Gift message' })
  await expect(message).toBeHidden()
  await page.getByText('This is a gift').click()
  await message.fill('For you,\nwith love 🌹')
  expect(await findAxeViolations(page)).toEqual([])
  await fillCheckout(page)
  await placeOrder(page)
  await expect(page.getByText('SANDBOX')).toBeVisible()
  await page.goto('/checkout')
  await expect(message).toBeVisible()
  await expect(message).toHaveValue('For you,\nwith love 🌹')
})
