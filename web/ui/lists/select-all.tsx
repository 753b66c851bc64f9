import { type ChangeEvent, useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** The heading of the checkboxes of a table. Scripts turn it into a checkbox for all of them. */
export function SelectAll({ form }: { form: string }) {
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
  if (!isHydrated) return <span className="sr-only">Select</span>
  const selectAll = ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) => {
    const boxes = document.querySelectorAll<HTMLInputElement>(`input[name="id"][form="${form}"]`)
    for (const box of boxes) box.checked = checked
  }
  return (
    <label className="flex size-6 items-center justify-center">
      <input type="checkbox" autoComplete="off" onChange={selectAll} className="size-4 accent-rosewood" />
      <span className="sr-only">Select all on this page</span>
    </label>
  )
}
