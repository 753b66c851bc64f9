import { useEffect, useState } from 'react'
import type { RegionCode } from '#core/regions/regions.ts'
import { callStore } from './store-calls.ts'

/** What a cart's list shows of a product; its lines hold no more than an id and a quantity. */
export type CartProduct = {
  id: string
  name: string
  image_url: string
  stock: number
  display_price: { display: string }
}

/** The products of these ids that are still sold, once `wanted`; undefined until they have come, null if they can't be had. */
export function useCartProducts(ids: readonly string[], region: RegionCode, wanted = true) {
  const asked = ids.toSorted().join(',')
  const [found, find] = useState<Map<string, CartProduct> | null>()
  useEffect(() => {
    if (!wanted) return
    let outdated = false
    const answer = asked ? callStore('GET', `/products?${new URLSearchParams({ ids: asked, region })}`) : NONE
    answer
      .then((answer) => new Map((answer as { data: CartProduct[] }).data.map((one) => [one.id, one])))
      .catch(() => null)
      .then((products) => outdated || find(products))
    return () => {
      outdated = true
    }
  }, [asked, region, wanted])
  return found
}

const NONE = Promise.resolve({ data: [] })
