import { useState } from 'react'
import { maxCartQuantity } from '#core/cart/cart.ts'
import type { Product } from '#core/catalog/product.ts'
import {
  DELIVERY_DAYS,
  FREE_SHIPPING_ABOVE,
  formatPrice,
  REGIONS,
  type RegionCode,
} from '#core/regions/regions.ts'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { stockNote } from './card.ts'
import { QuantityPicker } from './quantity-picker.tsx'

/** How many, into the cart; how soon it is there, and what the house promises. */
export function Purchase({ product, region }: { product: Product; region: RegionCode }) {
  const { id, name, stock } = product
  const [problem, setProblem] = useState<string>()
  const most = maxCartQuantity(stock)
  const [least, longest] = DELIVERY_DAYS[region]
  return (
    <div className="mt-8">
      <p className={`text-small ${stockNote(stock) ? 'text-rosewood' : ''}`}>
        {stockNote(stock) ?? 'In stock'}
      </p>
      <AddToCart product={{ id, name, most }} onProblem={setProblem} className="mt-5">
        {most > 0 && <QuantityPicker most={most} problem={problem} />}
      </AddToCart>
      <p className="mt-5 text-small">
        {most > 0
          ? `Delivered to ${REGIONS[region].country} in ${least} to ${longest} working days.`
          : 'The next batch is being made.'}
      </p>
      <Promises region={region} />
    </div>
  )
}

function Promises({ region }: { region: RegionCode }) {
  const limit = formatPrice(FREE_SHIPPING_ABOVE, region).display
  return (
    <ul aria-label="Promises" className="mt-8 divide-y divide-hairline border-hairline border-y text-small">
      <Kept title="Free Shipping on orders 75+" words={`That is over ${limit}.`} />
      <Kept title="30-Day Return" words="From the day it arrives." />
      <Kept title="100% Genuine" words="From our own makers." />
    </ul>
  )
}

function Kept({ title, words }: { title: string; words: string }) {
  return (
    <li className="grid gap-x-6 py-3 sm:grid-cols-2">
      <span>{title}</span> <span className="text-ink-soft">{words}</span>
    </li>
  )
}
