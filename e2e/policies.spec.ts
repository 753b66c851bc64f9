import { findLayoutProblems, findOverflow } from './axe.ts'
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

test('each policy is readable on phones and desktops', async ({ page }) => {
  test.slow()
  for (const [address, [title, ...words]] of Object.entries(POLICY_PAGES)) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    for (const word of words) await expect(page.getByRole('main')).toContainText(word)
    expect(await findLayoutProblems(page, [390, 1440]), address).toEqual([])
    await page.setViewportSize({ width: 320, height: 568 })
    expect(await findOverflow(page), address).toBe(0)
  }
})

test('the privacy page lists every cookie and storage key', async ({ page, context }) => {
  const policyText = await page.goto('/privacy').then(() => page.getByRole('main').innerText())
  for (const { name } of await context.cookies()) expect(policyText).toContain(name)
  for (const name of await page.evaluate(() => Object.keys(localStorage))) expect(policyText).toContain(name)
})
