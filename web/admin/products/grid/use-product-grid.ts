import { type FormEvent, type KeyboardEvent, useCallback, useState } from 'react'
import { useLocation, useSubmit } from 'react-router'
import {
  discardChange,
  findEditableFields as findCells,
  isChanged,
  useUnsavedChangesGuard,
} from '../unsaved-changes.ts'

/** Submits only the cells that changed; arrow keys and Enter move within a column. */
export function useProductGrid() {
  const submit = useSubmit()
  const { pathname, search } = useLocation()
  const [changedCount, setChangedCount] = useState(0)
  const { blocker } = useUnsavedChangesGuard(changedCount > 0)

  const updateChangedCount = useCallback(
    (form: HTMLFormElement) => setChangedCount(findCells(form).filter(isChanged).length),
    [],
  )

  function submitChanges(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const allFields = new FormData(form)
    const changedFields = new FormData()
    changedFields.set('reason', String(allFields.get('reason')))
    for (const cell of findCells(form).filter(isChanged)) {
      const [id = ''] = cell.name.split('.')
      if (!changedFields.getAll('row').includes(id)) {
        changedFields.append('row', id)
        for (const name of [`${id}.edition`, `${id}.was`])
          changedFields.set(name, String(allFields.get(name)))
      }
      changedFields.set(cell.name, cell.value)
    }
    submit(changedFields, { method: 'post', action: pathname + search, preventScrollReset: true })
  }

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const cell = event.target
    const isCell = cell instanceof HTMLInputElement || cell instanceof HTMLSelectElement
    if (!isCell || cell.dataset.saved === undefined || event.nativeEvent.isComposing) return
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if ((ctrlKey || metaKey) && (key === 's' || key === 'Enter')) {
      event.preventDefault()
      return event.currentTarget.requestSubmit()
    }
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Escape' && isChanged(cell)) {
      event.preventDefault()
      discardChange(cell)
      return updateChangedCount(event.currentTarget)
    }
    const step = key === 'Enter' ? (shiftKey ? -1 : 1) : STEPS[key]
    // Arrow keys in a select change its value.
    if (!step || (key !== 'Enter' && cell instanceof HTMLSelectElement)) return
    event.preventDefault()
    const column = findCells(event.currentTarget).filter(
      ({ name }) => name.split('.')[1] === cell.name.split('.')[1],
    )
    const next = column[column.indexOf(cell) + step]
    next?.focus()
    if (next instanceof HTMLInputElement) next.select()
  }

  return { changedCount, updateChangedCount, submitChanges, handleKeyDown, blocker }
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
