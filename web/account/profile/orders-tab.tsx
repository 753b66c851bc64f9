import { href } from 'react-router'
import type { OrderPage } from '#core/orders/order.ts'
import { ImportedOrders } from '#web/orders/imported-orders.tsx'
import type { LoadedOrders } from '#web/orders/load-orders.ts'
import { OrderCard } from '#web/orders/order-card.tsx'
import { OrdersUnavailable } from '#web/orders/order-list.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { tabPath } from './profile-tabs.ts'

export function OrdersTab({ loadedOrders }: { loadedOrders: LoadedOrders }) {
  const { page, hasNewer, imported, timeZone } = loadedOrders
  if (!page) return <OrdersUnavailable retryPath={tabPath('orders')} />
  return (
    <>
      {page.orders.length || hasNewer ? (
        <OwnOrders page={page} hasNewer={hasNewer} timeZone={timeZone} />
      ) : (
        <NoOrders />
      )}
      {imported && <ImportedOrders page={imported} path={tabPath('orders')} />}
    </>
  )
}

type OwnOrdersProps = { page: OrderPage; hasNewer: boolean; timeZone: string }

function OwnOrders({ page: { orders, nextCursor }, hasNewer, timeZone }: OwnOrdersProps) {
  return (
    <>
      <h2 className="font-display text-name">Your Orders</h2>
      <ul className="mt-8 max-w-4xl border-hairline border-b">
        {orders.map((order) => (
          <li key={order.id} className="border-hairline border-t">
            <OrderCard order={order} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      <p className="mt-6 flex gap-x-10 text-small">
        {hasNewer && <ActionLink to={tabPath('orders')}>Newest orders</ActionLink>}
        {nextCursor && <ActionLink to={`${tabPath('orders')}&after=${nextCursor}`}>Older orders</ActionLink>}
      </p>
    </>
  )
}

function NoOrders() {
  return (
    <div>
      <h2 className="font-display text-name">No orders yet</h2>
      <p className="mt-3 text-ink-soft">Your orders and their tracking details will appear here.</p>
      <p className="mt-8">
        <ButtonLink to={href('/categories')}>Start Shopping</ButtonLink>
      </p>
    </div>
  )
}
