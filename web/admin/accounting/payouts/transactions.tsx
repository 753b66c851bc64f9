import { listTransactions } from '#core/accounting/payouts/payouts.server.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { adminMeta } from '../../admin-context.ts'
import { listLoader } from '../../admin-route.ts'
import { HeaderLink } from '../../ui/admin-link.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { AccountingLinks } from '../accounting-links.tsx'
import type { Route } from './+types/transactions'
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx'

export const meta = adminMeta('Card transactions')

export const loader = listLoader(listTransactions)

const FILTERS = toFilters({ pending: 'Not paid out', unmatched: 'Not from this store' })

export default function Transactions({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Card transactions"
        lead="What changed the balance that the card provider has for you."
      >
        <HeaderLink to="accounting/payouts">Payouts</HeaderLink>
        <ExportLink list="card-transactions" />
      </ScreenHeader>
      <AccountingLinks />
      <DataList
        label="Card transactions"
        filters={FILTERS}
        columns={TRANSACTION_COLUMNS}
        page={loaderData}
        defaultSort="newest"
        empty="No transactions match."
      />
    </>
  )
}
