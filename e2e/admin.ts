import type { Page } from '@playwright/test'
import { ADMIN, signIn } from './account.ts'
import { waitForHydration } from './hydration.ts'

/** Signs in as the demo's administrator and opens a screen of the back office. */
export async function openAdmin(page: Page, at = '/admin', { scripts = true } = {}): Promise<void> {
  await signIn(page, ADMIN, { at: '/admin/login', scripts })
  if (at !== '/admin') await page.goto(at)
  // The URL changes before the screen is rendered.
  await page.locator('nav[aria-label="Back office"]').first().waitFor({ state: 'attached' })
  if (scripts) await waitForHydration(page)
}

export const ADMIN_LAYOUTS = ['/admin', '/legacy-admin'] as const

/** Paths of all screens, relative to the layout. */
export const ADMIN_SCREENS = [
  '',
  '/users',
  '/orders',
  '/user-management',
  '/accounting',
  '/accounting/ledger',
  '/accounting/journal',
  '/accounting/profit-and-loss',
  '/accounting/trial-balance',
  '/products',
  '/products/new',
  '/products/grid',
  '/products/import',
  '/find?q=grace',
  '/analytics',
  '/reviews',
  '/offers',
  '/newsletter',
  '/audit',
  '/media',
  '/uploads',
] as const
