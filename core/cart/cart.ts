export type CartLine = { productId: string; quantity: number }

/** Units of one product in one cart: against hoarding. */
export const MOST_OF_ONE = 20
/** Products in one cart that is kept in a browser. */
export const MOST_LINES = 100

/** How many of a product a cart may hold, given what is left of it. */
export function mostOf(stock: number): number {
  return Math.max(0, Math.min(stock, MOST_OF_ONE))
}

export function countUnits(lines: readonly CartLine[]): number {
  return lines.reduce((count, { quantity }) => count + quantity, 0)
}

export function quantityOf(lines: readonly CartLine[], productId: string): number {
  return lines.find((line) => line.productId === productId)?.quantity ?? 0
}

/** The cart with one line set to a quantity: 0 or less takes it out, more than there may be is as many as there may be. */
export function withLine(lines: readonly CartLine[], wanted: CartLine, most = MOST_OF_ONE): CartLine[] {
  const line = { productId: wanted.productId, quantity: Math.min(wanted.quantity, most) }
  if (line.quantity <= 0) return lines.filter(({ productId }) => productId !== line.productId)
  const known = lines.some(({ productId }) => productId === line.productId)
  if (known) return lines.map((other) => (other.productId === line.productId ? line : other))
  return [...lines, line]
}

/** A quantity as it was typed: a whole number that there may be, or what to say of it. */
export function readQuantity(
  typed: FormDataEntryValue | null,
  most: number,
): { quantity: number } | { problem: string } {
  const text = typeof typed === 'string' ? typed.trim() : ''
  const quantity = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (quantity >= 1 && quantity <= most) return { quantity }
  if (most <= 1) return { problem: 'Only one can be ordered.' }
  return { problem: `Choose a whole number from 1 to ${most}.` }
}

/** What a browser kept as text. Anybody may have written it: what is no line of a cart is left out. */
export function readKeptCart(kept: string | null): CartLine[] {
  let lines: CartLine[] = []
  for (const line of parseList(kept).slice(0, MOST_LINES)) {
    if (!isLine(line)) continue
    const { productId, quantity } = line
    lines = withLine(lines, { productId, quantity: quantityOf(lines, productId) + quantity })
  }
  return lines
}

function parseList(kept: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function isLine(value: unknown): value is CartLine {
  if (!value || typeof value !== 'object' || !('productId' in value && 'quantity' in value)) return false
  const { productId, quantity } = value
  return (
    typeof productId === 'string' &&
    /^prd_[0-9a-z]{20}$/.test(productId) &&
    Number.isSafeInteger(quantity) &&
    Number(quantity) > 0
  )
}
