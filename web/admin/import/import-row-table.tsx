import type { ImportRow } from '#core/catalog/import/imports.server.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { ImportRowChanges } from './import-row-changes.tsx'
import { KIND_COLUMN, LINE_COLUMN } from './row-columns.tsx'

const COLUMNS: Column<ImportRow>[] = [
  LINE_COLUMN,
  {
    title: 'Product',
    placement: 'lead',
    cell: ({ name, slug }) => (
      <span className="block max-w-[32ch] truncate" title={slug}>
        {name || '–'}
      </span>
    ),
  },
  KIND_COLUMN,
  { title: 'Details', cell: (row) => <ImportRowChanges row={row} /> },
]

export function ImportRowTable({ rows }: { rows: ImportRow[] }) {
  return (
    <DataTable
      label="Rows"
      columns={COLUMNS}
      rows={rows.map((row) => ({ ...row, id: row.line }))}
      empty="No rows match."
    />
  )
}
