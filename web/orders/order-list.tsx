import type { ReactNode } from 'react'
import { href, useNavigation } from 'react-router'
import type { OrderPage, OrderSummary } from '#core/orders/order.ts'
import { ActionLink } from '#web/ui/text-link.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { OrderCard } from './order-card.tsx'

export function OrderList({
  page: { orders, nextCursor },
  hasNewer,
  timeZone,
}: {
  page: OrderPage
  hasNewer: boolean
  timeZone: string
}) {
  const loading = useNavigation().location?.pathname === href('/orders')
  if (orders.length === 0 && !hasNewer) return <NoOrders />
  return (
    <div className="mt-10 max-w-4xl" aria-busy={loading}>
      <h2 className="sr-only">Orders</h2>
      <OrderCards
        orders={orders}
        timeZone={timeZone}
        className={`transition-opacity ${loading ? 'opacity-40' : ''}`}
      />
      <p className="mt-6 flex gap-x-10 text-small">
        {hasNewer && <PageLink to={href('/orders')}>Newest orders</PageLink>}
        {nextCursor && (
          <PageLink to={`${href('/orders')}?${new URLSearchParams({ after: nextCursor })}`}>
            Older orders
          </PageLink>
        )}
      </p>
      {loading && (
        <p role="status" className="mt-6 flex items-center gap-5">
          <Spinner />
          Loading your orders
        </p>
      )}
    </div>
  )
}

/** A guest's orders. */
export function BrowserOrders({ orders, timeZone }: OrderCardsProps) {
  return (
    <section aria-labelledby="browser-orders" className="mt-10 max-w-4xl">
      <h2 id="browser-orders" className="mb-6 font-display text-name">
        Placed in this browser
      </h2>
      <OrderCards orders={orders} timeZone={timeZone} />
    </section>
  )
}

type OrderCardsProps = { orders: OrderSummary[]; timeZone: string; className?: string }

function OrderCards({ orders, timeZone, className = '' }: OrderCardsProps) {
  return (
    <ul className={`border-hairline border-b ${className}`}>
      {orders.map((order) => (
        <li key={order.id} className="border-hairline border-t">
          <OrderCard order={order} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  )
}

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return <ActionLink to={to}>{children}</ActionLink>
}

function NoOrders() {
  return (
    <div className="mt-10 border-hairline border-t pt-10">
      <p>You haven't placed any orders yet.</p>
      <p className="mt-8">
        <ButtonLink to={href('/categories')}>Start Shopping</ButtonLink>
      </p>
    </div>
  )
}

export function OrdersUnavailable({ retryPath = href('/orders') }: { retryPath?: string }) {
  return (
    <div role="alert" className="mt-10 max-w-prose border-rosewood border-l-2 bg-white/60 px-5 py-4">
      <p>Error Loading Orders</p>
      <p className="mt-1 text-ink-soft text-small">Please try again later.</p>
      <p className="mt-2 text-small">
        <PageLink to={retryPath}>Try Again</PageLink>
      </p>
    </div>
  )
}
