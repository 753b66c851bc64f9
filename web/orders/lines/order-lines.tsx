import { href } from 'react-router'
import type { Picture as PictureSource } from '#core/media/picture.ts'
import { formatMoney } from '#core/money.ts'
import { lineAmount, type Order } from '#core/orders/order.ts'
import { isGiftWrap } from '#core/pricing/gift-wrap.ts'
import { Link } from '#web/ui/link.tsx'
import { Picture } from '../../picture.tsx'
import { PreorderNote } from './preorder-note.tsx'

/** A product that is still in the store. A sample has no page. */
type OrderedProduct = { slug: string | null; image: PictureSource | null }

type Props = { order: Order; products: Record<string, OrderedProduct> }

/** Names and prices are those at the time of purchase. */
export function OrderLines({ order: { items, currency }, products }: Props) {
  return (
    <ul className="border-hairline border-y">
      {items.map((line) => {
        const { productId, name, quantity, price, sample, preorderDate } = line
        const { slug, image: picture } = products[productId] ?? {}
        return (
          <li
            key={productId}
            className="grid grid-cols-[4.5rem_1fr] gap-x-6 border-hairline py-6 [&:not(:first-child)]:border-t"
          >
            {picture ? (
              <Picture
                picture={{ ...picture, alt: '' }}
                sizes="5rem"
                className="aspect-3/4 h-auto w-full bg-paper-deep object-cover"
              />
            ) : (
              <span aria-hidden className={isGiftWrap({ productId }) ? '' : 'aspect-3/4 bg-paper-deep'} />
            )}
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
              <div>
                <h2 className="font-display text-name">
                  {slug ? (
                    <Link to={href('/product/:id', { id: slug })} className="hover:text-rosewood">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </h2>
                {!sample && (
                  <p className="tabular mt-1 text-ink-soft text-small">
                    {quantity} × {formatMoney({ amount: price, currency })}
                  </p>
                )}
                <PreorderNote day={preorderDate} />
              </div>
              <p className="tabular">{lineAmount(line, currency)}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
