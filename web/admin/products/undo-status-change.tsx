import { Form } from 'react-router'
import { PUBLISH_STATUSES } from '#core/catalog/publish-status.ts'
import type { StatusChange } from '#core/catalog/save-product.server.ts'

export function UndoStatusChange({
  previousStatuses,
  intent,
}: {
  previousStatuses: StatusChange[]
  intent?: string
}) {
  return (
    <Form method="post" className={intent ? '' : 'mb-4'}>
      {intent && <input type="hidden" name="act" value={intent} />}
      {previousStatuses.map(({ id, was }) => (
        <input key={id} type="hidden" name="was" value={`${was}:${id}`} />
      ))}
      <button type="submit" className="link-line min-h-9 cursor-pointer">
        Undo
      </button>
    </Form>
  )
}

export function readPreviousStatuses(entries: FormDataEntryValue[]): StatusChange[] {
  return entries.slice(0, 500).flatMap((entry) => {
    const [status, id] = String(entry).split(':')
    const previousStatus = PUBLISH_STATUSES.find((candidate) => candidate === status)
    return previousStatus && id ? [{ id, was: previousStatus }] : []
  })
}
