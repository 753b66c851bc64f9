import type { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type ActiveBlocker = Extract<ReturnType<typeof useBlocker>, { state: 'blocked' }>

export function UnsavedChangesDialog({ blocker, message }: { blocker: ActiveBlocker; message: string }) {
  return (
    <Dialog title="Leave without saving?" onClose={blocker.reset}>
      <p className="mt-4">{message}</p>
      <div className="mt-6 flex gap-4">
        <Button onClick={blocker.reset}>Keep editing</Button>
        <Button variant="secondary" onClick={blocker.proceed}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
