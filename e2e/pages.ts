import type { Page } from '@playwright/test'
import { fetchFirstProduct } from './catalog.ts'
import { waitForHydration } from './hydration.ts'

const PAGE_PATHS = {
  'the home page': '/',
  'all products': '/categories',
  'one category, by price': '/categories?category=Makeup&sort=price',
  'a product': '/product/{id}',
  'what was found': '/search?q=rose',
  'what was not found': '/search?q=rosemarzzzz',
  'page not found': '/nowhere',
  'the parts': '/demo/ui',
  'the mailbox': '/demo/mailbox',
  'the API’s papers': '/api/docs',
} as const

export type PageName = keyof typeof PAGE_PATHS
export const PAGES = Object.keys(PAGE_PATHS) as PageName[]
/** Those that React renders; the others are plain documents without a script. */
export const STORE_PAGES = PAGES.filter((name) => !['the mailbox', 'the API’s papers'].includes(name))

/** Opens it, and waits until its scripts have the page, its pictures are there and its faces in place. */
export async function openPage(page: Page, name: PageName): Promise<void> {
  const path = PAGE_PATHS[name]
  await page.goto(path.includes('{id}') ? `/product/${(await fetchFirstProduct(page.request)).id}` : path)
  if (STORE_PAGES.includes(name)) await waitForHydration(page)
  await page.evaluate(() => document.fonts.ready)
}
