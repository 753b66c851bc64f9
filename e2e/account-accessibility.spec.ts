import { GRACE, startSession } from './account.ts'
import { findLayoutProblems } from './axe.ts'
import { waitForHydration } from './hydration.ts'
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

for (const [who, paths] of Object.entries({ guests: PUBLIC_PATHS, customers: ACCOUNT_PATHS })) {
  test(`the account pages for ${who} meet WCAG 2.2 AA`, async ({ page }) => {
    test.slow()
    if (who === 'customers') await startSession(page, GRACE)
    for (const path of paths) {
      await page.goto(path)
      await waitForHydration(page)
      expect(await findLayoutProblems(page, [390, 1440]), path).toEqual([])
    }
  })
}
