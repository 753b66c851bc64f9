import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ListToolbar, type ListToolbarProps } from './list-toolbar.tsx'
import { Pager } from './pager.tsx'

export type ListPage<Item> = { rows: Item[]; next: string | null; previous: string | null }

type Props<Row extends { id: string | number }> = Omit<DataTableProps<Row>, 'rows'> &
  ListToolbarProps & {
    page: ListPage<Row>
    /** For the selected rows. */
    bulkActions?: ReactNode
  }

/** A list's filters and search, its table, and the links to its other pages. */
export function DataList<Row extends { id: string | number }>({ page, bulkActions, ...props }: Props<Row>) {
  const { searchLabel, filters, scope, ...table } = props
  return (
    <>
      {(searchLabel || filters) && <ListToolbar searchLabel={searchLabel} filters={filters} scope={scope} />}
      <DataTable rows={page.rows} {...table} />
      {page.rows.length > 0 && bulkActions}
      <Pager next={page.next} previous={page.previous} />
    </>
  )
}
