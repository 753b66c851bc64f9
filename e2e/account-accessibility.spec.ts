import { ADMIN, GRACE, openAccount, startSession } from './account.ts'
import { findLayoutProblems, findOverflow } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const GUEST_PATHS = [
  '/login',
  '/login?mode=sign-up',
  '/login?mode=forgot',
  '/signup',
  '/admin/login',
  '/setup',
  '/reset-password',
  '/payment-success',
]
const CUSTOMER_PATHS = [
  '/profile',
  '/profile?tab=addresses',
  '/profile?tab=addresses&add',
  '/profile?tab=orders',
  '/profile?tab=settings',
  '/profile/security',
  '/profile/security?ask=delete',
  '/profile/avoid-list',
  '/profile/payment-methods',
  '/orders',
]

test('the account pages meet WCAG 2.2 AA and never scroll horizontally', async ({ page }) => {
  test.slow()
  const visitors = [
    { paths: GUEST_PATHS },
    { account: GRACE, paths: CUSTOMER_PATHS },
    { account: await openAccount(), paths: ['/orders'] },
    { account: ADMIN, paths: ['/'] },
  ]
  for (const { account, paths } of visitors) {
    await page.context().clearCookies()
    if (account) await startSession(page, account)
    for (const path of paths) {
      await page.goto(path)
      await waitForHydration(page)
      expect(await findLayoutProblems(page, [1440]), path).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await findOverflow(page), path).toBeLessThanOrEqual(0)
    }
  }
})
