import type { CartLine } from './cart-line.ts'
import { MAX_CART_LINES, MAX_ITEM_QUANTITY } from './limits.ts'

export function maxCartQuantity(stock: number): number {
  return Math.max(0, Math.min(stock, MAX_ITEM_QUANTITY))
}

export function countUnits(lines: readonly CartLine[]): number {
  return lines.reduce((count, { quantity }) => count + quantity, 0)
}

export function lineQuantity(lines: readonly CartLine[], productId: string): number {
  return lines.find((line) => line.productId === productId)?.quantity ?? 0
}

export function withLine(
  lines: readonly CartLine[],
  requested: CartLine,
  max = MAX_ITEM_QUANTITY,
): CartLine[] {
  const line = { productId: requested.productId, quantity: Math.min(requested.quantity, max) }
  if (line.quantity <= 0) return lines.filter(({ productId }) => productId !== line.productId)
  const isInCart = lines.some(({ productId }) => productId === line.productId)
  if (isInCart) return lines.map((other) => (other.productId === line.productId ? line : other))
  return [...lines, line]
}

export function parseQuantity(
  input: FormDataEntryValue | null,
  max: number,
): { quantity: number } | { problem: string } {
  const text = typeof input === 'string' ? input.trim() : ''
  const quantity = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (quantity >= 1 && quantity <= max) return { quantity }
  if (max <= 1) return { problem: 'You can order only one.' }
  return { problem: `Choose a whole number from 1 to ${max}.` }
}

/** Browser storage is untrusted: anything that isn't a valid cart line is dropped. */
export function parseStoredCart(json: string | null): CartLine[] {
  return combineLines(parseList(json).slice(0, MAX_CART_LINES).filter(isStoredLine))
}

/** One line per product, at most the limit of each. Drops invalid quantities. */
export function combineLines(lines: readonly CartLine[]): CartLine[] {
  return lines.reduce<CartLine[]>((combined, { productId, quantity }) => {
    if (!Number.isSafeInteger(quantity) || quantity < 1) return combined
    return withLine(combined, { productId, quantity: lineQuantity(combined, productId) + quantity })
  }, [])
}

function parseList(json: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

// Written out, because the schema's library would double the size of the page's scripts.
function isStoredLine(value: unknown): value is CartLine {
  if (!value || typeof value !== 'object' || !('productId' in value && 'quantity' in value)) return false
  const { productId, quantity } = value
  return typeof productId === 'string' && /^prd_[0-9a-z]{20}$/.test(productId) && typeof quantity === 'number'
}
