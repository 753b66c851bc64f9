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
    for (const path of PUBLIC_PATHS) await checkAccessibility(page, path)
    await signIn(page, GRACE)
    for (const path of ACCOUNT_PATHS) await checkAccessibility(page, path)
  })
}

async function checkAccessibility(page: Parameters<typeof signIn>[0], path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
}
