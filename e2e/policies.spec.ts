import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

const POLICY_PAGES = {
  '/shipping-returns': [
    'Shipping and returns',
    '30 days',
    'the United States, Canada, the United Kingdom, and India',
  ],
  '/privacy': ['Privacy', 'eb_session', 'No picture leaves your device'],
  '/terms': ['Terms', 'This store is a demo', 'return what you bought within 30 days'],
  '/contact': ['Contact', '+1 (800) 555-0142', 'care@eternalbeauty.example'],
  '/newsletter': ['Newsletter'],
  '/consultant': ['Where to start', 'No picture leaves your device'],
} as const

test('the footer links to each policy', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  for (const name of ['Shipping and returns', 'Privacy', 'Terms', 'Contact'])
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', /^\/[a-z-]+$/)
})

for (const width of [1440, 390]) {
  test(`each policy is readable at ${width} px`, async ({ page }) => {
    test.slow()
    for (const [address, [title, ...words]] of Object.entries(POLICY_PAGES)) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      for (const word of words) await expect(page.getByRole('main')).toContainText(word)
      expect(await findAxeViolations(page)).toEqual([])
      if (width === 390) await page.setViewportSize({ width: 320, height: 568 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([address, overflow]).toEqual([address, 0])
    }
  })
}

test('the shipping fee and free shipping limit are in the shopper’s currency', async ({ request }) => {
  const readShippingPage = async (region: string) =>
    (await request.get('/shipping-returns', { headers: { cookie: `userSelectedRegion=${region}` } })).text()
  for (const [region, limit, fee] of [
    ['US', '$75.00', '$10.00'],
    ['CA', 'C$101.25', 'C$13.50'],
    ['GB', '£60.00', '£8.00'],
    ['IN', '₹6,225', '₹830'],
  ] as const) {
    const text = await readShippingPage(region)
    expect(text).toContain(`Orders over ${limit}`)
    expect(text).toContain(`>${fee}<`)
  }
})

test('the privacy page lists every cookie and storage key', async ({ page, context }) => {
  const policyText = await page.goto('/privacy').then(() => page.getByRole('main').innerText())
  for (const { name } of await context.cookies()) expect(policyText).toContain(name)
  for (const name of await page.evaluate(() => Object.keys(localStorage))) expect(policyText).toContain(name)
})
