import { addressLines } from '#core/customers/postal-address.ts'
import { DELETED_EMAIL } from '#core/email/deleted-email.ts'
import { formatMoney } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import type { OrderSource } from '#core/orders/sources/order-source.ts'
import { GiftMessage } from '#web/orders/gift-message.tsx'
import { PostalAddress } from '#web/ui/postal-address.tsx'
import { useAdminPath } from '../admin-context.ts'
import { EraseData } from '../customers/erase-data.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { Section } from '../ui/section.tsx'

export function OrderCustomer({ order, source }: { order: Order; source: OrderSource | null }) {
  const { userId, email, region, shippingAddress } = order
  const can = useCan()
  const adminPath = useAdminPath()
  return (
    <Section title="Customer">
      <p>
        {userId && can('customers.view') ? (
          <AdminLink to={`users/${userId}`}>{email}</AdminLink>
        ) : (
          <>
            {email} {!userId && <span className="text-ink-soft">(guest)</span>}
          </>
        )}
      </p>
      <PostalAddress lines={addressLines(shippingAddress, region)}>
        {shippingAddress.mobileNumber}
      </PostalAddress>
      {order.giftFrom && (
        <p className="mt-4">
          A gift from <bdi>{order.giftFrom}</bdi>. Emails go to them, and the packing slip has no prices.
        </p>
      )}
      {order.giftMessage && (
        <>
          <p className="mt-4">Gift message, on the packing slip:</p>
          <GiftMessage text={order.giftMessage} className="text-ink-soft" />
        </>
      )}
      {order.offerCode && <p className="mt-2 text-ink-soft">Discount code: {order.offerCode}</p>}
      {source && (
        <p className="mt-2 text-ink-soft [overflow-wrap:anywhere]">Came from: {describeSource(source)}</p>
      )}
      {!userId && email !== DELETED_EMAIL && can('customers.edit') && (
        <div className="mt-2">
          <EraseData
            action={adminPath(`orders/${order.number}/erasure`)}
            question={`Delete the personal data of ${email} from all their orders and emails?`}
          />
        </div>
      )}
      {order.refunded > 0 && (
        <p className="mt-2">Refunded: {formatMoney({ amount: order.refunded, currency: order.currency })}</p>
      )}
    </Section>
  )
}

function describeSource({ source, medium, campaign, ref, referrer }: OrderSource): string {
  return [source, medium, campaign, ref && `ref ${ref}`, referrer].filter(Boolean).join(' · ')
}
