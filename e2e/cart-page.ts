import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { started } from './started.ts'

const Sold = z.object({
  id: z.string(),
  name: z.string(),
  stock: z.number(),
  price: z.number(),
})
export type Sold = z.infer<typeof Sold>

/** Products of which there are more than anybody may buy at once. */
export async function plenty(request: APIRequestContext): Promise<[Sold, Sold, ...Sold[]]> {
  const [first, second, ...others] = (await onSale(request)).filter(({ stock }) => stock > 30)
  if (!first || !second) throw new Error('The demo has too little of everything')
  return [first, second, ...others]
}

/** One of which there are a few. */
export async function scarce(request: APIRequestContext): Promise<Sold> {
  const few = (await onSale(request)).find(({ stock }) => stock > 0 && stock < 6)
  if (!few) throw new Error('The demo has enough of everything')
  return few
}

async function onSale(request: APIRequestContext): Promise<Sold[]> {
  const answer = await request.get('/api/v1/products', { params: { limit: 100, sort: 'name' } })
  return z.object({ data: z.array(Sold) }).parse(await answer.json()).data
}

export type Wanted = { productId: string; quantity: number }

/** A guest's cart as the browser keeps it, on a page that shows it. */
export async function openCart(page: Page, lines: readonly Wanted[], at = '/cart'): Promise<void> {
  await page.goto('/demo/ui')
  await page.evaluate((text) => localStorage.setItem('cart', text), JSON.stringify(lines))
  await page.goto(at)
  await started(page)
}

export function row(page: Page, { name }: Sold): Locator {
  return page.getByRole('article', { name })
}

export function total(page: Page): Locator {
  return page.locator('[data-total]')
}

/** What the public API says that this cart costs. */
export async function quoted(
  request: APIRequestContext,
  lines: readonly Wanted[],
  asked: { region?: string; code?: string } = {},
): Promise<number> {
  const items = lines.map(({ productId, quantity }) => ({ product_id: productId, quantity }))
  const answer = await request.post('/api/v1/quote', { data: { items, region: 'US', ...asked } })
  return z.object({ total: z.int() }).parse(await answer.json()).total
}

export function dollars(amount: number): string {
  return `$${(amount / 100).toFixed(2)}`
}
