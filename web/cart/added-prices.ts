const KEY = 'cartPrices'

type PricesByProduct = Record<string, number>

/** Prices in US cents when a guest added the products. Kept apart, because the format under `cart` is fixed. */
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
    // Without storage, price changes go unnoticed.
  }
}
