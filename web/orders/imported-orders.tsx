import { ActionLink } from '#web/ui/text-link.tsx'
import type { ImportedOrderPage } from './load-imported-orders.server.ts'

/** `path` is the page's, which may have a query. */
export function ImportedOrders({ page, path }: { page: ImportedOrderPage; path: string }) {
  const { orders, nextCursor, hasNewer } = page
  const older = `${path}${path.includes('?') ? '&' : '?'}imported=${nextCursor}`
  return (
    <section aria-labelledby="imported" className="mt-16 max-w-4xl">
      <h2 id="imported" className="mb-6 font-display text-name">
        Orders from our former store
      </h2>
      <ul className="border-hairline border-b">
        {orders.map(({ id, number, placed, status, total, items }) => (
          <li key={id} className="tabular border-hairline border-t py-6">
            <h3 className="flex justify-between gap-4">
              <span className="wrap-anywhere">Order {number}</span>
              <span>{total}</span>
            </h3>
            <p className="mt-1 text-ink-soft text-small">
              Placed on {placed}. {status}
            </p>
            <p className="wrap-anywhere mt-2 text-small">{items}</p>
          </li>
        ))}
      </ul>
      <p className="mt-6 flex gap-x-10 text-small">
        {hasNewer && <ActionLink to={path}>Newest orders</ActionLink>}
        {nextCursor && <ActionLink to={older}>Older orders</ActionLink>}
      </p>
    </section>
  )
}
