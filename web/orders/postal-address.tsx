import type { Order } from '#core/orders/order.ts'
import { REGIONS } from '#core/regions/regions.ts'

/** Where an order goes, line by line. */
export function PostalAddress({ order: { shippingAddress: to, region } }: { order: Order }) {
  const lines = [
    `${to.firstName ?? ''} ${to.lastName ?? ''}`,
    to.address,
    `${to.city ?? ''}, ${to.state ?? ''} ${to.zipCode ?? ''}`,
    to.country ?? REGIONS[region].country,
  ]
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}
