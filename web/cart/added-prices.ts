import { localData } from '#web/browser-storage.ts'
import { ADDED_PRICES_KEY } from './store/guest-cart-store.ts'

type PricesByProduct = Record<string, number>

export function readAddedPrices(): PricesByProduct {
  try {
    const stored: unknown = JSON.parse(localData().getItem(ADDED_PRICES_KEY) ?? '{}')
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, price]) => Number.isSafeInteger(price)))
  } catch {
    return {}
  }
}

export function saveAddedPrices(lines: readonly { productId: string; price: number }[]): void {
  const saved = readAddedPrices()
  const entries = lines.map(({ productId, price }) => [productId, saved[productId] ?? price])
  try {
    if (entries.length) localData().setItem(ADDED_PRICES_KEY, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Without storage, price changes go unnoticed.
  }
}
