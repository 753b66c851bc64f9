import type { ChangeEvent } from 'react'
import { rowCheckboxes, useSelection } from './selection.ts'

/** The heading of the checkboxes of a table. Scripts turn it into a checkbox for all of them. */
export function SelectAll({ form }: { form: string }) {
  const selection = useSelection(form)
  if (!selection) return <span className="sr-only">Select</span>
  const { selected, isAll } = selection
  const selectAll = ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) => {
    for (const box of rowCheckboxes(form)) box.checked = checked
  }
  return (
    <label className="flex size-6 items-center justify-center">
      <input
        type="checkbox"
        autoComplete="off"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && !isAll
        }}
        onChange={selectAll}
        className="size-4 accent-rosewood"
      />
      <span className="sr-only">Select all on this page</span>
    </label>
  )
}
