import type { AdminContent } from '#core/content/content.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'

type Props = {
  item: AdminContent
  /** The form's path below the screen's. */
  action: string
  label: string
  question: string
  confirmLabel: string
}

/** Works without scripts. With unsaved changes, the page asks about them too. */
export function ConfirmAction({ item, action, label, question, confirmLabel }: Props) {
  return (
    <details className="open:border-rosewood open:border-l-2 open:pl-4">
      <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
        {label}
      </summary>
      <ActionForm action={useAdminPath()(`content/${item.id}/${action}`)} navigate className="space-y-3 pb-2">
        <p>{question}</p>
        <input type="hidden" name="version" value={item.version} />
        <SubmitButton>{confirmLabel}</SubmitButton>
      </ActionForm>
    </details>
  )
}
