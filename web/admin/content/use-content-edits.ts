import { useCallback, useEffect, useRef, useState } from 'react'
import { findEditableFields, isChanged, useUnsavedChangesGuard } from '../products/unsaved-changes.ts'
import { setHasUnsavedText } from './keep-text-on-sign-out.ts'

/** `version` changes with each save. */
export function useContentEdits(version: number) {
  const form = useRef<HTMLFormElement>(null)
  const [hasChanges, setHasChanges] = useState(false)
  const { blocker, allowNext } = useUnsavedChangesGuard(hasChanges)

  const update = useCallback(() => {
    if (form.current) setHasChanges(findEditableFields(form.current).some(isChanged))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields must be compared with the saved ones again
  useEffect(update, [version, update])
  useEffect(() => {
    setHasUnsavedText(hasChanges)
    return () => setHasUnsavedText(false)
  }, [hasChanges])

  return { form, hasChanges, update, blocker, allowNext }
}
export type ContentEdits = ReturnType<typeof useContentEdits>
