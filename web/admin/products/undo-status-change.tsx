import { PUBLISH_STATUSES } from '#core/catalog/publish-status.ts'
import type { StatusChange } from '#core/catalog/save-product.server.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'

type Props = { action: string; previousStatuses: StatusChange[]; navigate?: boolean; className?: string }

export function UndoStatusChange({ action, previousStatuses, navigate = false, className }: Props) {
  return (
    <ActionForm action={action} navigate={navigate} className={className}>
      {previousStatuses.map(({ id, was }) => (
        <input key={id} type="hidden" name="was" value={`${was}:${id}`} />
      ))}
      <TextButton>Undo</TextButton>
    </ActionForm>
  )
}

export function readPreviousStatuses(entries: FormDataEntryValue[]): StatusChange[] {
  return entries.slice(0, 500).flatMap((entry) => {
    const [status, id] = String(entry).split(':')
    const previousStatus = PUBLISH_STATUSES.find((candidate) => candidate === status)
    return previousStatus && id ? [{ id, was: previousStatus }] : []
  })
}
