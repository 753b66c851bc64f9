import { useState } from 'react'
import { maxCartQuantity } from '#core/cart/cart.ts'
import type { Product } from '#core/catalog/product.ts'
import { formatPrice, type Region } from '#core/regions/regions.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { ExpressProduct } from '../../checkout/express/express-checkout.tsx'
import { QuantityPicker } from './quantity-picker.tsx'

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
      {maxQuantity > 0 && <ExpressProduct productId={id} quantity={quantity} />}
    </div>
  )
}

export const BUY_FORM = 'buy'
