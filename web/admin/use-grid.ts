import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { useBlocker, useLocation, useSubmit } from 'react-router'

type Cell = HTMLInputElement | HTMLSelectElement

const cellsIn = (form: HTMLFormElement) => [...form.querySelectorAll<Cell>('[data-was]')]
const isChanged = (cell: Cell) => cell.value.trim() !== cell.dataset.was

/** A form of many cells, of which only those that were changed are sent; arrows and Enter walk its columns. */
export function useGrid() {
  const submit = useSubmit()
  const { pathname, search } = useLocation()
  const [changed, setChanged] = useState(0)
  const leaving = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      changed > 0 &&
      (historyAction === 'POP' ||
        currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search),
  )
  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [changed])

  const count = useCallback((form: HTMLFormElement) => setChanged(cellsIn(form).filter(isChanged).length), [])

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const all = new FormData(form)
    const some = new FormData()
    some.set('reason', String(all.get('reason')))
    for (const cell of cellsIn(form).filter(isChanged)) {
      const [id = ''] = cell.name.split('.')
      if (!some.getAll('row').includes(id)) {
        some.append('row', id)
        for (const name of [`${id}.edition`, `${id}.was`]) some.set(name, String(all.get(name)))
      }
      some.set(cell.name, cell.value)
    }
    submit(some, { method: 'post', action: pathname + search, preventScrollReset: true })
  }

  function press(event: KeyboardEvent<HTMLFormElement>) {
    const cell = event.target
    const isCell = cell instanceof HTMLInputElement || cell instanceof HTMLSelectElement
    if (!isCell || cell.dataset.was === undefined || event.nativeEvent.isComposing) return
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if ((ctrlKey || metaKey) && (key === 's' || key === 'Enter')) {
      event.preventDefault()
      return event.currentTarget.requestSubmit()
    }
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Escape' && isChanged(cell)) {
      event.preventDefault()
      cell.value = cell.dataset.was
      return count(event.currentTarget)
    }
    const step = key === 'Enter' ? (shiftKey ? -1 : 1) : STEPS[key]
    // A list's own arrows choose from it.
    if (!step || (key !== 'Enter' && cell instanceof HTMLSelectElement)) return
    event.preventDefault()
    const column = cellsIn(event.currentTarget).filter(
      ({ name }) => name.split('.')[1] === cell.name.split('.')[1],
    )
    const next = column[column.indexOf(cell) + step]
    next?.focus()
    if (next instanceof HTMLInputElement) next.select()
  }

  return { changed, count, send, press, leaving }
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
