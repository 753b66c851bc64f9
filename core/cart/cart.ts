export type CartLine = { productId: string; quantity: number }

/** Units of one product in one cart: against hoarding. */
export const MAX_ITEM_QUANTITY = 20
/** Products in one cart that is kept in a browser. */
export const MAX_CART_LINES = 100

/** How many of a product a cart may hold, given what is left of it. */
export function maxCartQuantity(stock: number): number {
  return Math.max(0, Math.min(stock, MAX_ITEM_QUANTITY))
}

export function countUnits(lines: readonly CartLine[]): number {
  return lines.reduce((count, { quantity }) => count + quantity, 0)
}

export function lineQuantity(lines: readonly CartLine[], productId: string): number {
  return lines.find((line) => line.productId === productId)?.quantity ?? 0
}

/** The cart with one line set to a quantity: 0 or less takes it out, more than there may be is as many as there may be. */
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

/** A quantity as it was typed: a whole number that there may be, or what to say of it. */
export function parseQuantity(
  input: FormDataEntryValue | null,
  max: number,
): { quantity: number } | { problem: string } {
  const text = typeof input === 'string' ? input.trim() : ''
  const quantity = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (quantity >= 1 && quantity <= max) return { quantity }
  if (max <= 1) return { problem: 'Only one can be ordered.' }
  return { problem: `Choose a whole number from 1 to ${max}.` }
}

/** What a browser kept as text. Anybody may have written it: what is no line of a cart is left out. */
export function parseStoredCart(json: string | null): CartLine[] {
  let lines: CartLine[] = []
  for (const line of parseList(json).slice(0, MAX_CART_LINES)) {
    if (!isCartLine(line)) continue
    const { productId, quantity } = line
    lines = withLine(lines, { productId, quantity: lineQuantity(lines, productId) + quantity })
  }
  return lines
}

function parseList(json: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function isCartLine(value: unknown): value is CartLine {
  if (!value || typeof value !== 'object' || !('productId' in value && 'quantity' in value)) return false
  const { productId, quantity } = value
  return (
    typeof productId === 'string' &&
    /^prd_[0-9a-z]{20}$/.test(productId) &&
    Number.isSafeInteger(quantity) &&
    Number(quantity) > 0
  )
}
