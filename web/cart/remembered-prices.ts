const KEY = 'cartPrices'

type Prices = Record<string, number>

/** US cents that a guest's products cost when they were first seen in the cart: the list under `cart` has no room for them. */
export function rememberedPrices(): Prices {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, price]) => Number.isSafeInteger(price)))
  } catch {
    return {}
  }
}

export function rememberPrices(lines: readonly { productId: string; price: number }[]): void {
  const before = rememberedPrices()
  const now = lines.map(({ productId, price }) => [productId, before[productId] ?? price])
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(now)))
  } catch {
    // A browser that keeps nothing is told of no change.
  }
}
