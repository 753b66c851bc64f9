import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { z } from 'zod'

/** Products from the API, to compare with the pages. */
export const Product = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  stock: z.int(),
  brand: z.string(),
  tagline: z.string(),
  description: z.string(),
  category: z.string(),
  ingredients: z.array(z.string()),
  benefits: z.array(z.string()),
  how_to_use: z.array(z.string()),
  family: z.object({ name: z.string() }).nullable(),
  display_price: z.object({ amount: z.int(), display: z.string() }),
})
export type Product = z.infer<typeof Product>

type ProductFilters = { category?: string; sort?: string; region?: string }

/** One per family, as on the cards. */
export async function fetchInStockProducts(
  request: APIRequestContext,
  filters: ProductFilters = {},
): Promise<Product[]> {
  const response = await request.get('/api/v1/products', {
    params: { limit: 100, in_stock: 'true', group: 'family', ...filters },
  })
  return z.object({ data: z.array(Product) }).parse(await response.json()).data
}

export async function fetchFirstProduct(request: APIRequestContext): Promise<Product> {
  const [product] = await fetchInStockProducts(request)
  if (!product) throw new Error('The demo has no products in stock')
  return product
}

export function productCards(page: Page): Locator {
  return page.getByRole('main').getByRole('article')
}

export function readProductNames(page: Page): Promise<string[]> {
  return productCards(page).getByRole('heading').allTextContents()
}

function productPrices(page: Page): Locator {
  return productCards(page).locator('.tabular')
}

/** Current prices only, without compare-at prices. */
export async function readProductPrices(page: Page): Promise<string[]> {
  const texts = await productPrices(page).allInnerTexts()
  return texts.map((text) => /[^\d\s]{1,2}[\d.,]*\d/.exec(text)?.[0] ?? text)
}
