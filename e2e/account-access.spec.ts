import { AxeBuilder } from '@axe-core/playwright'
import { GRACE, signIn } from './account.ts'
import { expect, test } from './test.ts'

const OPEN = [
  '/login',
  '/login?mode=sign-up',
  '/login?mode=forgot',
  '/signup',
  '/admin/login',
  '/setup',
  '/reset-password',
]
const OWN = [
  '/profile',
  '/profile?tab=addresses',
  '/profile?tab=addresses&add',
  '/profile?tab=orders',
  '/profile?tab=settings',
  '/profile/security',
  '/profile/security?ask=delete',
]

for (const width of [390, 1440]) {
  test(`everybody can use the account’s pages at ${width} px`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    for (const address of OPEN) await check(page, address)
    await signIn(page, GRACE)
    for (const address of OWN) await check(page, address)
  })
}

async function check(page: Parameters<typeof signIn>[0], address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [address, id, nodes[0]?.html])).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, `${address} is wider than the screen`).toBeLessThanOrEqual(0)
}
