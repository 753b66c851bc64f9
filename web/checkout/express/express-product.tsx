import type { ReactNode } from 'react'
import type { CartLine } from '#core/cart/cart-line.ts'
import { ExpressPayment } from './express-checkout.tsx'

/** For one product, apart from the cart. */
export default function ExpressProduct(line: CartLine): ReactNode {
  return <ExpressPayment lines={[line]} code="" samples={[]} emptiesCart={false} />
}
