import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import type { CartLine } from '#core/cart/cart-line.ts'
import { waitForHydration } from './hydration.ts'

const ListedProduct = z.object({
  id: z.string(),
  name: z.string(),
  stock: z.number(),
  price: z.number(),
})
export type ListedProduct = z.infer<typeof ListedProduct>

/** Products with more stock than the maximum quantity per order. */
export async function findWellStockedProducts(
  request: APIRequestContext,
): Promise<[ListedProduct, ListedProduct, ...ListedProduct[]]> {
  const [first, second, ...others] = (await fetchProducts(request)).filter(({ stock }) => stock > 30)
  if (!first || !second) throw new Error('The demo has too little of everything')
  return [first, second, ...others]
}

export async function findLowStockProduct(request: APIRequestContext): Promise<ListedProduct> {
  const lowStockProduct = (await fetchProducts(request)).find(({ stock }) => stock > 0 && stock < 6)
  if (!lowStockProduct) throw new Error('The demo has enough of everything')
  return lowStockProduct
}

async function fetchProducts(request: APIRequestContext): Promise<ListedProduct[]> {
  const response = await request.get('/api/v1/products', { params: { limit: 100, sort: 'name' } })
  return z.object({ data: z.array(ListedProduct) }).parse(await response.json()).data
}

/** Stores a guest's cart in the browser and opens a page that shows it. */
export async function openCart(page: Page, lines: readonly CartLine[], at = '/cart'): Promise<void> {
  await page.goto('/demo/ui')
  await page.evaluate((text) => localStorage.setItem('cart', text), JSON.stringify(lines))
  await page.goto(at)
  await waitForHydration(page)
}

export function cartRow(page: Page, { name }: ListedProduct): Locator {
  return page.getByRole('article', { name })
}

export function cartTotal(page: Page): Locator {
  return page.locator('[data-total]')
}

export async function fetchQuoteTotal(
  request: APIRequestContext,
  lines: readonly CartLine[],
  overrides: { region?: string; code?: string } = {},
): Promise<number> {
  const items = lines.map(({ productId, quantity }) => ({ product_id: productId, quantity }))
  const response = await request.post('/api/v1/quote', { data: { items, region: 'US', ...overrides } })
  return z.object({ total: z.int() }).parse(await response.json()).total
}

export function formatDollars(amount: number): string {
  return `$${(amount / 100).toFixed(2)}`
}
