import { useSelection } from './selection.ts'

/** Appears with the first selected row, by CSS, so that it needs no scripts. On a phone it's one line that scrolls. */
export const BULK_BAR =
  'sticky bottom-0 z-10 hidden items-center gap-2 border-hairline border-t bg-white py-3 [main:has([name=id]:checked)_&]:flex max-lg:overflow-x-auto max-lg:[&>*]:shrink-0 lg:flex-wrap lg:gap-3'

export function SelectedCount({ form }: { form: string }) {
  const selected = useSelection(form)?.selected
  return (
    <span role="status" className="tabular text-ink-soft lg:mr-2">
      {selected ? `${selected} selected` : 'Selected:'}
    </span>
  )
}
