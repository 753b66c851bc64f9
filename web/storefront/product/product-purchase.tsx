import { useState } from 'react'
import { maxCartQuantity } from '#core/cart/cart.ts'
import type { Product } from '#core/catalog/product.ts'
import { formatPrice, type Region } from '#core/regions/regions.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { countryWithArticle } from '../region/country-name.ts'
import { deliveryTime, freeShipping } from '../region/region-terms.ts'
import { QuantityPicker } from './quantity-picker.tsx'

type Props = {
  product: Product
  option: string | null
  stockNote: string | undefined
  region: Region
  returnDays: number
}

export function ProductPurchase({ product, option, stockNote, region, returnDays }: Props) {
  const { id, name, price, stock } = product
  const [problem, setProblem] = useState<string>()
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
        {maxQuantity > 0 && <QuantityPicker max={maxQuantity} problem={problem} />}
      </AddToCart>
      <p className="mt-10 text-small">
        {maxQuantity > 0
          ? `Arrives in ${countryWithArticle(region.code)} in ${deliveryTime(region)}.`
          : 'Back soon: we’re making the next batch.'}
      </p>
      <Guarantees region={region} returnDays={returnDays} />
    </div>
  )
}

export const BUY_FORM = 'buy'

function Guarantees({ region, returnDays }: Pick<Props, 'region' | 'returnDays'>) {
  return (
    <ul
      aria-label="Our promises"
      className="mt-8 divide-y divide-hairline border-hairline border-y text-small"
    >
      <Guarantee {...freeShipping(region)} />
      {returnDays > 0 && (
        <Guarantee title={`${returnDays}-Day Return`} description="From the day it arrives." />
      )}
      <Guarantee title="100% Genuine" description="Direct from the maker." />
    </ul>
  )
}

function Guarantee({ title, description }: { title: string; description: string }) {
  return (
    <li className="grid gap-x-6 py-3 sm:grid-cols-2">
      <span>{title}</span> <span className="text-ink-soft">{description}</span>
    </li>
  )
}
