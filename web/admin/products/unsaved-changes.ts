import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

export type EditableField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Fields with `data-saved` know the value in the database, also after a rejected save. */
export const findEditableFields = (form: HTMLFormElement): EditableField[] =>
  [...form.elements].filter(isEditableField).filter((field) => field.dataset.saved !== undefined)

const isEditableField = (field: Element): field is EditableField =>
  field instanceof HTMLInputElement ||
  field instanceof HTMLSelectElement ||
  field instanceof HTMLTextAreaElement

export function isChanged(field: EditableField): boolean {
  return readValue(field) !== field.dataset.saved?.trim()
}

export function discardChange(field: EditableField): void {
  const saved = field.dataset.saved ?? ''
  if (isCheckbox(field)) field.checked = saved !== ''
  else field.value = saved
}

function readValue(field: EditableField): string {
  if (isCheckbox(field)) return field.checked ? 'on' : ''
  return field.value.trim()
}

const isCheckbox = (field: EditableField): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio'

/** Asks before changes are lost, by a link, the back button, or closing the tab. */
export function useUnsavedChangesGuard(hasChanges: boolean, { blockSamePage = false } = {}) {
  const isAllowed = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (!hasChanges || isAllowed.current) return false
    if (blockSamePage || historyAction === 'POP') return true
    return currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search
  })
  useEffect(() => {
    if (!hasChanges) return
    const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warnBeforeUnload)
    return () => removeEventListener('beforeunload', warnBeforeUnload)
  }, [hasChanges])
  /** For a submission that keeps the changes. */
  const allowNext = useCallback(() => {
    isAllowed.current = true
    // The router asks before the next task.
    setTimeout(() => {
      isAllowed.current = false
    })
  }, [])
  return { blocker, allowNext }
}
