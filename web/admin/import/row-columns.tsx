import type { Column } from '#web/ui/lists/data-table.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'

const KIND_LABELS = { invalid: 'Invalid', new: 'New', changed: 'Changed', unchanged: 'Unchanged' } as const
const KIND_TONES = { invalid: 'error', new: 'success', changed: 'attention', unchanged: 'neutral' } as const

export const LINE_COLUMN: Column<{ line: number }> = {
  title: 'Line',
  align: 'end',
  placement: 'side',
  cell: ({ line }) => (
    <>
      <span className="lg:sr-only">Line </span>
      {line}
    </>
  ),
}

export const KIND_COLUMN: Column<{ kind: keyof typeof KIND_LABELS }> = {
  title: 'Status',
  placement: 'beside',
  cell: ({ kind }) => <StatusDot tone={KIND_TONES[kind]}>{KIND_LABELS[kind]}</StatusDot>,
}
