import type { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { pluralize } from '../ui/pluralize.ts'

type ActiveBlocker = Extract<ReturnType<typeof useBlocker>, { state: 'blocked' }>

export function UnsavedChangesDialog({
  blocker,
  changedCount,
}: {
  blocker: ActiveBlocker
  changedCount: number
}) {
  return (
    <Dialog title="Leave without saving?" onClose={blocker.reset}>
      <p className="mt-4">
        {pluralize(changedCount, 'cell has unsaved changes.', 'cells have unsaved changes.')}
      </p>
      <div className="mt-6 flex gap-4">
        <Button size="small" onClick={blocker.reset}>
          Keep editing
        </Button>
        <Button size="small" variant="secondary" onClick={blocker.proceed}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
