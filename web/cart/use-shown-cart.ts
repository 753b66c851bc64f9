import { useCallback, useEffect, useState } from 'react'
import { href } from 'react-router'
import type { CartLine } from '#core/cart/cart.ts'
import type { DisplayedCart } from '#core/pricing/shown-cart.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { rememberedPrices, rememberPrices } from './remembered-prices.ts'

type Asked = { lines: readonly CartLine[]; ready: boolean; code: string; region: RegionCode }

/**
 * What the cart holds and costs, asked of the server again whenever the lines, the code or the region change. The answer before stays
 * until the next has come: `stale` says so.
 */
export function useShownCart(served: DisplayedCart | null, { lines, ready, code, region }: Asked) {
  const [shown, show] = useState(served)
  const [answered, setAnswered] = useState(served ? keyOf(served.lines, served.code, region) : undefined)
  const [failed, setFailed] = useState(false)
  const asked = keyOf(lines, code, region)

  // Without scripts the page is answered anew.
  useEffect(() => {
    if (!served) return
    show(served)
    setAnswered(keyOf(served.lines, served.code, region))
  }, [served, region])

  useEffect(() => {
    if (!ready || asked === answered) return
    const leaving = new AbortController()
    ask(asked, leaving.signal)
      .then((answer) => {
        rememberPrices(answer.lines)
        show(answer)
        setAnswered(asked)
        setFailed(false)
      })
      .catch(() => leaving.signal.aborted || setFailed(true))
    return () => leaving.abort()
  }, [ready, asked, answered])

  /** Prices and stock may have moved. */
  const again = useCallback(() => setAnswered(undefined), [])
  return { shown, stale: ready && asked !== answered, failed, again }
}

function keyOf(lines: readonly CartLine[], code: string, region: RegionCode): string {
  const items = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  return JSON.stringify({ items, code: code.trim().toUpperCase(), region })
}

async function ask(asked: string, signal: AbortSignal): Promise<DisplayedCart> {
  const { items, code }: { items: CartLine[]; code: string } = JSON.parse(asked)
  const before = rememberedPrices()
  const known = items.map((item) => ({ ...item, addedPrice: before[item.productId] ?? null }))
  const answer = await fetch(href('/cart/shown'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: known, code }),
    signal,
  })
  if (!answer.ok) throw new Error(`The cart was answered with ${answer.status}`)
  return answer.json()
}
