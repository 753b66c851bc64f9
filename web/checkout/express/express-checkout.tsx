import { lazy, Suspense, useEffect, useState } from 'react'
import type { CartLine } from '#core/cart/cart-line.ts'
import type { DisplayedCart } from '#core/storefront/displayed-cart.ts'
import type { ExpressPurchase } from './express-messages.ts'
import { useExpressPlace } from './express-place.ts'

const ExpressButtons = lazy(() => import('./express-buttons.tsx').catch(() => ({ default: () => null })))

type CartProps = { cart: DisplayedCart; lines: readonly CartLine[] }

/** Wallets that pay for the cart at once, if the owner wants them. */
export function ExpressCheckout({ cart, lines }: CartProps) {
  return (
    <ExpressPayment
      lines={lines.map(({ productId, quantity }) => ({ productId, quantity }))}
      code={cart.offer ? cart.code : ''}
      samples={cart.samples?.chosen ?? []}
      emptiesCart
    />
  )
}

export function ExpressPayment(purchase: ExpressPurchase) {
  const region = useExpressPlace()?.region
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const [height, setHeight] = useState<number>()
  if (!region) return null
  // Its space is reserved until it is known whether this browser has a wallet.
  return (
    <div className={height === 0 ? '' : 'mt-4 min-h-16'}>
      <Suspense>
        {isHydrated && <ExpressButtons key={region} {...purchase} height={height} onHeight={setHeight} />}
      </Suspense>
    </div>
  )
}
