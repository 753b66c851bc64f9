import { maxCartQuantity } from '#core/cart/cart.ts'
import type { Product } from '#core/catalog/product.ts'
import type { Region } from '#core/regions/regions.ts'
import { AddButton } from '#web/cart/add-to-cart.tsx'
import { Picture } from '#web/picture.tsx'
import { PriceTag } from './price-tag.tsx'
import { BUY_FORM } from './product-purchase.tsx'

type Props = { product: Product; option: string | null; region: Region }

/** On phones and tablets, styles show it once the form that it submits has scrolled out above the screen. */
export function BuyBar({ product, option, region }: Props) {
  const { id, name, family, price, originalPrice, stock, image } = product
  return (
    <div className="buy-bar items-center gap-3 border-hairline border-t bg-paper px-gutter py-2 text-small">
      <Picture
        picture={{ ...image, alt: '' }}
        sizes="3rem"
        className="aspect-3/4 h-14 w-10.5 max-w-none bg-paper-deep object-cover"
      />
      <div className="min-w-0 grow">
        <p className="truncate font-display text-body">{family?.name ?? name}</p>
        <p className="flex gap-2">
          {option && <span className="truncate text-ink-soft">{option}</span>}
          <span className={originalPrice === null ? '' : 'text-rosewood'}>
            <PriceTag price={price} originalPrice={null} region={region} />
          </span>
        </p>
      </div>
      <AddButton
        product={{ id, name, maxQuantity: maxCartQuantity(stock) }}
        form={BUY_FORM}
        className="shrink-0"
      />
    </div>
  )
}
