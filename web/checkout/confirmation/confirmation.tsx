import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { PlacedOrder } from '#core/storefront/placed-order.server.ts'
import { Link } from '#web/ui/link.tsx'
import { GiftMessage } from '../../orders/gift-message.tsx'
import { Picture } from '../../picture.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'

type Props = { heading: ReactNode; placed: PlacedOrder | null; children: ReactNode; end?: ReactNode }

/** The page after an order was placed: what was bought is beside the heading, and on a phone below it. */
export function Confirmation({ heading, placed, children, end }: Props) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <div className="grid gap-x-20 gap-y-10 lg:grid-cols-[1fr_28rem] lg:grid-rows-[auto_1fr] lg:gap-y-0">
        <div>{heading}</div>
        {placed && <OrderedPictures items={placed.items} />}
        <div className="lg:col-start-1">
          {children}
          {placed?.firstUse && <FirstUse {...placed.firstUse} />}
          {placed?.giftMessage && (
            <TitledSection id="gift-message" title="Your gift message" className="mt-14">
              <GiftMessage
                text={placed.giftMessage}
                className="mt-4 max-w-prose border-hairline border-l pl-6 text-ink-soft"
              />
            </TitledSection>
          )}
          {end}
        </div>
      </div>
    </div>
  )
}

function OrderedPictures({ items }: Pick<PlacedOrder, 'items'>) {
  const isSingle = items.length === 1
  return (
    <ul
      aria-label="Your items"
      className={`grid content-start gap-x-5 gap-y-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 ${isSingle ? 'max-w-64 lg:max-w-none' : 'grid-cols-2 sm:grid-cols-3 lg:grid-cols-2'}`}
    >
      {items.map(({ productId, name, quantity, slug, picture }) => (
        <li key={productId}>
          {picture ? (
            <Picture
              picture={{ ...picture, alt: '' }}
              sizes={isSingle ? '(width >= 64rem) 28rem, 16rem' : '(width >= 40rem) 14rem, 45vw'}
              className="aspect-3/4 h-auto w-full bg-paper-deep object-cover"
            />
          ) : (
            <div aria-hidden className="aspect-3/4 bg-paper-deep" />
          )}
          <p className="wrap-anywhere mt-3 font-display text-body">
            {slug ? (
              <Link to={href('/product/:id', { id: slug })} className="hover:text-rosewood">
                {name}
              </Link>
            ) : (
              name
            )}
          </p>
          {quantity > 1 && <p className="tabular mt-1 text-ink-soft text-small">Quantity {quantity}</p>}
        </li>
      ))}
    </ul>
  )
}

function FirstUse({ name, steps }: NonNullable<PlacedOrder['firstUse']>) {
  return (
    <TitledSection id="first-use" title={`How to begin with ${name}`} className="mt-14">
      <ol className="mt-4 max-w-prose list-decimal space-y-2 pl-5 marker:text-ink-soft">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </TitledSection>
  )
}
