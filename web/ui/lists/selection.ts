import { useSyncExternalStore } from 'react'

/** The checkboxes of a list's rows, which belong to a form outside the table. */
export function rowCheckboxes(form: string): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[name="id"][form="${form}"]`)]
}

function subscribe(onChange: () => void) {
  document.addEventListener('change', onChange)
  return () => document.removeEventListener('change', onChange)
}

/** Undefined until scripts run. The browser holds the state, so that it works without them. */
export function useSelection(form: string): { selected: number; isAll: boolean } | undefined {
  const counts = useSyncExternalStore(
    subscribe,
    () => {
      const boxes = rowCheckboxes(form)
      return `${boxes.filter(({ checked }) => checked).length} ${boxes.length}`
    },
    () => '',
  )
  if (!counts) return undefined
  const [selected = 0, all = 0] = counts.split(' ').map(Number)
  return { selected, isAll: selected > 0 && selected === all }
}
