import { findWellStockedProducts } from './cart-page.ts'
import { storeGuestCart } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('the checkout reports the campaign that the visit began with, unless the browser asks not to be tracked', async ({
  page,
}) => {
  const [{ id }] = await findWellStockedProducts(page.request)
  await storeGuestCart(page, JSON.stringify([{ productId: id, quantity: 1 }]))
  const landing = await page.goto('/?utm_source=newsletter&utm_campaign=spring&gclid=tracked', {
    referer: 'https://vogue.example/',
  })
  const withoutCampaign = await page.request.get('/')
  expect(await landing?.text()).toBe(await withoutCampaign.text())
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).concat(Object.keys(sessionStorage)).sort())
  await waitForHydration(page)
  const keys = await stored()
  await page.goto(`/product/${id}`)
  await page.goto('/checkout')
  await waitForHydration(page)
  const campaign = 'utm_source=newsletter&utm_campaign=spring'
  await expect(page.locator('input[name=landing]')).toHaveValue(campaign)
  expect((await stored()).filter((key) => /landing|source|utm/i.test(key))).toEqual([])
  expect(keys.filter((key) => /landing|source|utm/i.test(key))).toEqual([])

  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto('/?utm_source=newsletter')
  await page.goto('/checkout')
  await waitForHydration(page)
  await expect(page.locator('input[name=landing]')).toHaveValue('')
})
