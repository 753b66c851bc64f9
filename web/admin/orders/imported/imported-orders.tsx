import { useSearchParams } from 'react-router'
import { listImportedOrders } from '#core/orders/imported/imported-orders.server.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { adminMeta } from '../../admin-context.ts'
import { listLoader } from '../../admin-route.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import type { Route } from './+types/imported-orders'
import { useImportedOrderColumns } from './imported-order-columns.tsx'

export const meta = adminMeta('Imported orders')

export const loader = listLoader(listImportedOrders)

export default function ImportedOrders({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <>
      <ScreenHeader
        title="Imported orders"
        lead="Placed in your former store. Not part of revenue, stock, or accounting."
      />
      <DataList
        searchLabel="Search by number, email, or name"
        label="Imported orders"
        columns={useImportedOrderColumns()}
        page={loaderData}
        defaultSort="newest"
        empty={params.has('q') ? 'No imported orders match.' : 'No orders have been imported.'}
      />
    </>
  )
}
