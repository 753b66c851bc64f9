import { lazy, Suspense, useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { maxCartQuantity } from '#core/cart/cart.ts'
import type { Product } from '#core/catalog/product.ts'
import { formatPrice, type Region } from '#core/regions/regions.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { QuantityPicker } from './quantity-picker.tsx'

// Few stores have it.
const ExpressProduct = lazy(() =>
  import('../../checkout/express/express-product.tsx').catch(() => ({ default: () => null })),
)

type Props = {
  product: Product
  option: string | null
  stockNote: string | undefined
  region: Region
}

export function ProductPurchase({ product, option, stockNote, region }: Props) {
  const { id, name, price, stock } = product
  const [problem, setProblem] = useState<string>()
  const [quantity, setQuantity] = useState(1)
  const layout = useRouteLoaderData<() => { express?: string }>('storefront/layout')
  // The browser's alone: the server can't wait for its code.
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const hasExpress = isHydrated && layout?.express === 'products'
  const maxQuantity = maxCartQuantity(stock)
  return (
    <div className="buy md:mt-8">
      <p className={`max-md:mt-2 text-small ${stockNote ? 'text-rosewood' : ''}`}>
        {stockNote ?? 'In stock'}
      </p>
      <AddToCart
        product={{ id, name, maxQuantity }}
        region={region.code}
        formId={BUY_FORM}
        detail={[formatPrice(price, region).display, option].filter(Boolean).join(' · ')}
        onProblem={setProblem}
        className="mt-5"
      >
        {maxQuantity > 0 && <QuantityPicker max={maxQuantity} problem={problem} onChange={setQuantity} />}
      </AddToCart>
      <Suspense>
        {hasExpress && maxQuantity > 0 && <ExpressProduct productId={id} quantity={quantity} />}
      </Suspense>
    </div>
  )
}

export const BUY_FORM = 'buy'
