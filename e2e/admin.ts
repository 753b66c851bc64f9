import { expect, type Locator, type Page } from '@playwright/test'
import { derivedId } from '#core/ids.ts'
import { ADMIN, startSession } from './account.ts'
import { waitForHydration } from './hydration.ts'

/** Signs in as the demo's administrator and opens a screen of the back office. */
export async function openAdmin(page: Page, at = '/admin', { scripts = true } = {}): Promise<void> {
  await startSession(page, ADMIN)
  await page.goto(at)
  if (scripts) await waitForHydration(page)
}

/** A link takes up a filter that is loading once React has rendered it. A script could click sooner. */
export async function clickKeepingFilter(link: Locator, filter: string): Promise<void> {
  await expect(link).toHaveAttribute('href', new RegExp(`[?&]${filter}(?:&|$)`))
  await link.click()
}

export const ADMIN_LAYOUTS = ['/admin', '/legacy-admin'] as const

/** Paths of all screens, relative to the layout. */
export const ADMIN_SCREENS = [
  '',
  '/users',
  '/users/import',
  '/offers/import',
  '/gift-cards',
  '/orders/imported/import',
  '/orders',
  '/orders/drafts',
  '/orders/drafts/new',
  '/orders/disputes',
  '/orders/packing-list',
  '/orders/selected/label?all=1&format=a4',
  '/user-management',
  '/accounting',
  '/accounting/ledger',
  '/accounting/exports',
  '/accounting/payouts',
  '/accounting/transactions',
  '/accounting/journal',
  '/accounting/tax',
  '/accounting/profit-and-loss',
  '/accounting/trial-balance',
  '/products',
  '/products/new',
  '/products/grid',
  '/products/families',
  '/products/families/new',
  '/products/categories',
  '/products/categories/new',
  '/products/collections',
  '/products/collections/new',
  '/products/ingredients',
  '/products/ingredients/new',
  '/products/ingredients/check',
  '/products/ingredients/coverage',
  '/products/ingredients/import',
  `/products/ingredients/${derivedId('ingredient', 'limonene')}`,
  '/products/information',
  '/products/information/import',
  '/products/responsible-persons',
  '/products/responsible-persons/new',
  '/products/batches',
  '/products/samples',
  '/products/wishlists',
  '/adverse-events',
  '/adverse-events/new',
  '/products/import',
  '/find?q=grace',
  '/analytics',
  '/orders/imported',
  '/orders/abandoned',
  '/reviews',
  '/offers',
  '/content',
  '/content/navigation',
  '/content/redirects',
  '/content/new-page',
  '/content/cnt_00000000000000000001',
  '/newsletter',
  '/staff',
  '/approvals',
  '/approvals?show=decided',
  '/approvals?show=settings',
  '/integrations',
  '/audit',
  '/settings',
  '/settings/brand',
  '/media',
  '/uploads',
] as const
