import { formatDay } from '#core/dates.ts'
import type { ListPage } from '#core/pagination.ts'
import type { PersonalData, PersonalDataReads, ReadWay } from '#core/personal-reads/personal-read.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { formatNumber } from '../ui/pluralize.ts'

export const DATA_LABELS: Record<PersonalData, string> = {
  orders: 'Orders',
  customers: 'Customers',
  newsletter: 'Newsletter',
  returns: 'Returns',
  reviews: 'Reviews',
  'adverse-events': 'Adverse events',
}
export const WAY_LABELS: Record<ReadWay, string> = {
  record: 'One by one',
  list: 'In lists',
  print: 'Printed',
  export: 'Exported',
  'approved-export': 'Exported with approval',
}

const COLUMNS: Column<PersonalDataReads>[] = [
  { title: 'Day', sorts: BY_DATE, cell: ({ day }) => formatDay(day) },
  {
    title: 'User',
    placement: 'lead',
    cell: ({ reader, readerId }) => <span className="wrap-anywhere">{reader ?? readerId}</span>,
  },
  { title: 'Data', cell: ({ data }) => DATA_LABELS[data] },
  { title: 'How', cell: ({ way }) => WAY_LABELS[way] },
  { title: 'Records', align: 'end', placement: 'side', cell: ({ records }) => formatNumber(records) },
]

/** Who read how much personal data. */
export function PersonalReads({ page }: { page: ListPage<PersonalDataReads> }) {
  return (
    <DataList
      filters={toFilters(DATA_LABELS)}
      searchLabel="Search by user or ID"
      label="Personal data read"
      columns={COLUMNS}
      page={page}
      defaultSort="newest"
      empty="Nothing was read."
    />
  )
}
