import { AxeBuilder } from '@axe-core/playwright'
import { GRACE, signIn } from './account.ts'
import { expect, test } from './test.ts'

const PUBLIC_PATHS = [
  '/login',
  '/login?mode=sign-up',
  '/login?mode=forgot',
  '/signup',
  '/admin/login',
  '/setup',
  '/reset-password',
]
const ACCOUNT_PATHS = [
  '/profile',
  '/profile?tab=addresses',
  '/profile?tab=addresses&add',
  '/profile?tab=orders',
  '/profile?tab=settings',
  '/profile/security',
  '/profile/security?ask=delete',
]

for (const width of [390, 1440]) {
  test(`account pages meet WCAG 2.2 AA at ${width} px`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    for (const address of PUBLIC_PATHS) await checkAccessibility(page, address)
    await signIn(page, GRACE)
    for (const address of ACCOUNT_PATHS) await checkAccessibility(page, address)
  })
}

async function checkAccessibility(page: Parameters<typeof signIn>[0], address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [address, id, nodes[0]?.html])).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${address} is wider than the screen`).toBeLessThanOrEqual(0)
}
