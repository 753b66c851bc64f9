import type { Order } from '#core/orders/order.ts'
import { REGIONS } from '#core/regions/regions.ts'

export function PostalAddress({ order: { shippingAddress: address, region } }: { order: Order }) {
  const lines = [
    `${address.firstName ?? ''} ${address.lastName ?? ''}`,
    address.address,
    `${address.city ?? ''}, ${address.state ?? ''} ${address.zipCode ?? ''}`,
    address.country ?? REGIONS[region].country,
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
