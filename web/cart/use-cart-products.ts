import { useEffect, useState } from 'react'
import type { RegionCode } from '#core/regions/regions.ts'
import { callApi } from './store/call-api.ts'

export type CartProduct = {
  id: string
  slug: string
  name: string
  image_url: string
  stock: number
  display_price: { display: string }
}

/** Undefined while loading, null if the request failed. Products that are no longer sold are missing. */
export function useCartProducts(ids: readonly string[], region: RegionCode, enabled = true) {
  const idsParam = ids.toSorted().join(',')
  const [loaded, setLoaded] = useState<Map<string, CartProduct> | null>()
  useEffect(() => {
    if (!enabled) return
    let isStale = false
    const response = idsParam
      ? callApi('GET', `/products?${new URLSearchParams({ ids: idsParam, region })}`)
      : NO_PRODUCTS
    response
      .then(
        (response) =>
          new Map((response as { data: CartProduct[] }).data.map((product) => [product.id, product])),
      )
      .catch(() => null)
      .then((products) => isStale || setLoaded(products))
    return () => {
      isStale = true
    }
  }, [idsParam, region, enabled])
  return loaded
}

const NO_PRODUCTS = Promise.resolve({ data: [] })
