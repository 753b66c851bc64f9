import type { ImportedOrderView } from '#core/orders/imported/imported-orders.server.ts'
import type { ListPage } from '#core/pagination.ts'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { useAdminPath } from '../../admin-context.ts'
import { Section } from '../../ui/section.tsx'
import { useImportedOrderColumns } from './imported-order-columns.tsx'

/** The newest ones of a customer, on the customer's page. */
export function ImportedOrdersSection({ email, page }: { email: string; page: ListPage<ImportedOrderView> }) {
  const adminPath = useAdminPath()
  const columns = useImportedOrderColumns({ isOfCustomer: true })
  const all = `${adminPath('orders/imported')}?${new URLSearchParams({ q: email })}`
  return (
    <Section title="Orders from the former store" {...(page.next && { to: all, more: 'Show all' })}>
      <DataTable label="Orders from the former store" columns={columns} rows={page.rows} empty="" />
    </Section>
  )
}
