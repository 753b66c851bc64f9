import { useEffect, useState } from 'react'
import type { RegionCode } from '#core/regions/regions.ts'
import { callApi } from './store/call-api.ts'

/** What a cart's list shows of a product; its lines hold no more than an id and a quantity. */
export type CartProduct = {
  id: string
  name: string
  image_url: string
  stock: number
  display_price: { display: string }
}

/** The products of these ids that are still sold, once `wanted`; undefined until they have come, null if they can't be had. */
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
