import { useSelection } from './selection.ts'

/** Appears with the first selected row, by CSS, so that it needs no scripts. */
export const BULK_BAR =
  'sticky bottom-0 z-10 hidden flex-wrap items-center gap-2 border-hairline border-t bg-white py-3 [main:has([name=id]:checked)_&]:flex lg:gap-3'

export function SelectedCount({ form }: { form: string }) {
  const selected = useSelection(form)?.selected
  return (
    <span role="status" className="tabular text-ink-soft lg:mr-2">
      {selected ? `${selected} selected` : 'Selected:'}
    </span>
  )
}
