import { useCallback, useEffect, useState } from 'react'
import { href } from 'react-router'
import type { CartLine } from '#core/cart/cart-line.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import type { DisplayedCart } from '#core/storefront/displayed-cart.ts'
import { useAuth } from '../account/auth.ts'
import { readAddedPrices, saveAddedPrices } from './added-prices.ts'

type Tender = { codes: readonly string[]; useCredit: boolean }
type DisplayedCartInput = {
  lines: readonly CartLine[]
  ready: boolean
  code: string
  region: RegionCode
  /** Only at checkout. */
  tender?: Tender
  giftWrap?: boolean
}

/** Fetches the displayed cart after each change; until it arrives, returns the previous one as `stale`. */
export function useDisplayedCart(
  initialCart: DisplayedCart | null,
  { lines, ready, code, region, tender, giftWrap }: DisplayedCartInput,
) {
  const isGuest = !useAuth().isSignedIn
  const [displayedCart, setDisplayedCart] = useState(initialCart)
  const [loadedKey, setLoadedKey] = useState(
    initialCart
      ? toRequestKey(initialCart.lines, initialCart.code, region, initialCart.payment && NO_TENDER)
      : undefined,
  )
  const [failed, setFailed] = useState(false)
  const requestKey = toRequestKey(lines, code, region, tender, giftWrap)

  // The loader ran again.
  useEffect(() => {
    if (!initialCart) return
    setDisplayedCart(initialCart)
    setLoadedKey(toRequestKey(initialCart.lines, initialCart.code, region, initialCart.payment && NO_TENDER))
  }, [initialCart, region])

  useEffect(() => {
    if (!ready || requestKey === loadedKey) return
    const controller = new AbortController()
    fetchDisplayedCart(requestKey, controller.signal)
      .then((result) => {
        // The server has an account's added prices.
        if (isGuest) saveAddedPrices(result.lines)
        setDisplayedCart(result)
        setLoadedKey(requestKey)
        setFailed(false)
      })
      .catch(() => controller.signal.aborted || setFailed(true))
    return () => controller.abort()
  }, [ready, requestKey, loadedKey, isGuest])

  /** For when prices or stock may have changed. */
  // A key that differs each time, so that it replaces a request that has begun.
  const refresh = useCallback(() => setLoadedKey((key) => `${key}!`), [])
  return { displayedCart, stale: ready && requestKey !== loadedKey, failed, refresh }
}

/** What the page was loaded with. */
const NO_TENDER: Tender = { codes: [], useCredit: false }

function toRequestKey(
  lines: readonly CartLine[],
  code: string,
  region: RegionCode,
  tender: Tender | undefined,
  giftWrap = false,
): string {
  const requested = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  return JSON.stringify({ lines: requested, code: code.trim().toUpperCase(), region, tender, giftWrap })
}

async function fetchDisplayedCart(requestKey: string, signal: AbortSignal): Promise<DisplayedCart> {
  const { lines, ...choices }: { lines: CartLine[]; code: string; tender?: Tender; giftWrap: boolean } =
    JSON.parse(requestKey)
  const prices = readAddedPrices()
  const linesWithPrices = lines.map((line) => ({ ...line, addedPrice: prices[line.productId] ?? null }))
  const response = await fetch(href('/cart/shown'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: linesWithPrices, ...choices }),
    signal,
  })
  return response.ok ? response.json() : Promise.reject(response)
}
