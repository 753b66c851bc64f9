import type { ImportRow } from '#core/catalog/import/imports.server.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { ImportRowChanges } from './import-row-changes.tsx'

const KIND_LABELS = { invalid: 'Invalid', new: 'New', changed: 'Changed', unchanged: 'Unchanged' } as const
const KIND_TONES = { invalid: 'error', new: 'success', changed: 'attention', unchanged: 'neutral' } as const

const COLUMNS: Column<ImportRow>[] = [
  {
    title: 'Line',
    align: 'end',
    placement: 'side',
    cell: ({ line }) => (
      <>
        <span className="lg:sr-only">Line </span>
        {line}
      </>
    ),
  },
  {
    title: 'Product',
    placement: 'lead',
    cell: ({ name, slug }) => (
      <span className="block max-w-[32ch] truncate" title={slug}>
        {name || '–'}
      </span>
    ),
  },
  {
    title: 'Status',
    placement: 'beside',
    cell: ({ kind }) => <StatusDot tone={KIND_TONES[kind]}>{KIND_LABELS[kind]}</StatusDot>,
  },
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
