import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useLocation, useSubmit } from 'react-router'
import { useFormKey } from '#web/forms/action-form.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import {
  discardChange,
  type EditableField,
  findEditableFields as findCells,
  isChanged,
  useUnsavedChangesGuard,
} from '../unsaved-changes.ts'
import { applyChanges, type CellChange, parsePastedRows, pasteCells } from './paste-cells.ts'

/** Submits only the cells that changed; arrow keys and Enter move within a column; rows are pasted from a spreadsheet. */
export function useProductGrid(action: string) {
  const submit = useSubmit()
  const { search } = useLocation()
  const fetcherKey = useFormKey()
  const [changedCount, setChangedCount] = useState(0)
  const [pasteNote, setPasteNote] = useState('')
  const pastes = useRef<CellChange[][]>([])
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
    for (const name of ['key', 'reason']) changedFields.set(name, String(allFields.get(name)))
    for (const cell of findCells(form).filter(isChanged)) {
      const [id = ''] = cell.name.split('.')
      if (!changedFields.getAll('row').includes(id)) {
        changedFields.append('row', id)
        for (const name of [`${id}.edition`, `${id}.was`])
          changedFields.set(name, String(allFields.get(name)))
      }
      changedFields.set(cell.name, cell.value)
    }
    setPasteNote('')
    submit(changedFields, { method: 'post', action: action + search, navigate: false, fetcherKey })
  }

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const cell = event.target
    if (!isCell(cell) || event.nativeEvent.isComposing) return
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const isCommand = ctrlKey || metaKey
    if (isCommand && (key === 's' || key === 'Enter')) {
      event.preventDefault()
      return event.currentTarget.requestSubmit()
    }
    if (isCommand && key === 'z' && !shiftKey && undoPaste()) {
      event.preventDefault()
      return updateChangedCount(event.currentTarget)
    }
    if (isCommand || altKey) return
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

  /** Text of one cell is pasted by the browser. */
  function handlePaste(event: ClipboardEvent<HTMLFormElement>) {
    const cell = event.target
    const rows = parsePastedRows(event.clipboardData.getData('text/plain'))
    if (!isCell(cell) || (rows.length === 1 && rows[0]?.length === 1)) return
    event.preventDefault()
    const { changes, leftOut } = pasteCells(event.currentTarget, cell, rows)
    pastes.current.push(changes)
    const pasted = `${pluralize(rows.length - leftOut, 'row pasted', 'rows pasted')}. Ctrl+Z undoes it.`
    const unfit = pluralize(leftOut, 'row has no product here.', 'rows have no products here.')
    setPasteNote(leftOut ? `${pasted} ${unfit}` : pasted)
    updateChangedCount(event.currentTarget)
  }

  /** What was typed after the paste, the browser undoes first. */
  function undoPaste(): boolean {
    const changes = pastes.current.at(-1)
    if (!changes?.every(({ cell, after }) => cell.isConnected && cell.value === after)) return false
    pastes.current.pop()
    applyChanges(changes, 'before')
    setPasteNote('')
    return true
  }

  return { changedCount, pasteNote, updateChangedCount, submitChanges, handleKeyDown, handlePaste, blocker }
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

function isCell(target: EventTarget): target is Exclude<EditableField, HTMLTextAreaElement> {
  const isControl = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  return isControl && target.dataset.saved !== undefined
}
