import type { Page } from '@playwright/test'
import { fetchFirstProduct } from './catalog.ts'
import { waitForHydration } from './hydration.ts'

const PAGE_PATHS = {
  'the home page': '/',
  'all products': '/categories',
  'a category sorted by price': '/categories?category=Makeup&sort=price',
  'a product': '/product/{id}',
  'a collection': '/collections/gifts-under-50',
  'search results': '/search?q=rose',
  'an empty search': '/search?q=rosemarzzzz',
  'the not-found page': '/nowhere',
  'the component gallery': '/demo/ui',
  'the mailbox': '/demo/mailbox',
  'the API documentation': '/api/docs',
} as const

export type PageName = keyof typeof PAGE_PATHS
export const PAGES = Object.keys(PAGE_PATHS) as PageName[]
/** Pages that React renders; the others are plain documents without scripts. */
export const STORE_PAGES = PAGES.filter((name) => !['the mailbox', 'the API documentation'].includes(name))

/** Opens a page and waits for hydration, pictures, and fonts. */
export async function openPage(page: Page, name: PageName, untilHydrated = waitForHydration): Promise<void> {
  const path = PAGE_PATHS[name]
  await page.goto(path.includes('{id}') ? `/product/${(await fetchFirstProduct(page.request)).id}` : path)
  if (STORE_PAGES.includes(name)) await untilHydrated(page)
  await page.evaluate(() => document.fonts.ready)
}
