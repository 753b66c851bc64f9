import { Link } from 'react-router'
import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import { REGIONS } from '#core/regions/regions.ts'
import { useAdminPath } from '../admin-context.ts'
import { Section } from '../ui/section.tsx'

export function OrderCustomer({ order }: { order: Order }) {
  const { userId, email, region, shippingAddress } = order
  const adminPath = useAdminPath()
  return (
    <Section title="Customer">
      <address className="not-italic">
        {userId ? (
          <Link to={adminPath(`users/${userId}`)} className="link-line">
            {email}
          </Link>
        ) : (
          <>
            {email} <span className="text-ink-soft">(guest)</span>
          </>
        )}
        <br />
        {shippingAddress.firstName} {shippingAddress.lastName}
        <br />
        {shippingAddress.address}
        <br />
        {shippingAddress.city}, {shippingAddress.state} {shippingAddress.zipCode}
        <br />
        {shippingAddress.country ?? REGIONS[region].country}
        <br />
        {shippingAddress.mobileNumber}
      </address>
      {order.offerCode && <p className="mt-2 text-ink-soft">Discount code: {order.offerCode}</p>}
      {order.refunded > 0 && (
        <p className="mt-2">Refunded: {formatMoney({ amount: order.refunded, currency: order.currency })}</p>
      )}
    </Section>
  )
}
