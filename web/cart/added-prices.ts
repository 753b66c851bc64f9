const KEY = 'cartPrices'

type PricesByProduct = Record<string, number>

/** US cents that a guest's products cost when they were first seen in the cart: the list under `cart` has no room for them. */
export function readAddedPrices(): PricesByProduct {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, price]) => Number.isSafeInteger(price)))
  } catch {
    return {}
  }
}

export function saveAddedPrices(lines: readonly { productId: string; price: number }[]): void {
  const saved = readAddedPrices()
  const entries = lines.map(({ productId, price }) => [productId, saved[productId] ?? price])
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // A browser that keeps nothing is told of no change.
  }
}
