import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { z } from 'zod'

/** What the store sells, by its other door: the pages are held against it. */
export const Product = z.object({
  id: z.string(),
  name: z.string(),
  stock: z.int(),
  brand: z.string(),
  tagline: z.string(),
  description: z.string(),
  category: z.string(),
  ingredients: z.array(z.string()),
  benefits: z.array(z.string()),
  how_to_use: z.array(z.string()),
  display_price: z.object({ amount: z.int(), display: z.string() }),
})
export type Product = z.infer<typeof Product>

type Asked = { category?: string; sort?: string; region?: string }

export async function inStock(request: APIRequestContext, asked: Asked = {}): Promise<Product[]> {
  const answer = await request.get('/api/v1/products', { params: { limit: 100, in_stock: 'true', ...asked } })
  return z.object({ data: z.array(Product) }).parse(await answer.json()).data
}

export async function firstProduct(request: APIRequestContext): Promise<Product> {
  const [product] = await inStock(request)
  if (!product) throw new Error('The demo sells nothing')
  return product
}

export function cards(page: Page): Locator {
  return page.getByRole('main').getByRole('article')
}

export function namesOf(page: Page): Promise<string[]> {
  return cards(page).getByRole('heading').allTextContents()
}

export function prices(page: Page): Locator {
  return cards(page).locator('.tabular')
}

/** What each card asks now, not what it asked before. */
export async function pricesOf(page: Page): Promise<string[]> {
  const texts = await prices(page).allInnerTexts()
  return texts.map((text) => /[^\d\s]{1,2}[\d.,]*\d/.exec(text)?.[0] ?? text)
}
