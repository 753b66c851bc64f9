import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { discardChange, findEditableFields, isChanged, useUnsavedChangesGuard } from './unsaved-changes.ts'

export type ProductEdits = ReturnType<typeof useProductEdits>

/** `loaded` changes whenever the page shows newly loaded or rejected values. */
export function useProductEdits(loaded: unknown) {
  const form = useRef<HTMLFormElement>(null)
  const [hasChanges, setHasChanges] = useState(false)
  const { blocker, allowNext } = useUnsavedChangesGuard(hasChanges, { blockSamePage: true })
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  const update = useCallback(() => {
    if (form.current) setHasChanges(findEditableFields(form.current).some(isChanged))
  }, [])
  // Also notices what was typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields must be compared again
  useEffect(update, [loaded, update])

  function discard() {
    for (const field of form.current ? findEditableFields(form.current) : []) discardChange(field)
    setHasChanges(false)
    allowNext()
    // Removes the messages of a rejected save.
    void navigate(pathname + search, { replace: true, preventScrollReset: true })
  }

  return { form, hasChanges, update, discard, blocker, allowNext }
}
