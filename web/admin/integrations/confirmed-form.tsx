import type { ReactNode } from 'react'
import { OwnerFields } from '#web/account/security/owner-form.tsx'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'

type Props = {
  action: string
  label: string
  /** What a screen reader adds to the label. */
  subject?: string
  submitLabel: string
  /** Asks who is there, for changes of who can get into the store. */
  asksForOwner?: boolean
  children: ReactNode
}

/** Says what follows before it happens. A refused form stays open. */
export function ConfirmedForm({ action, label, subject, submitLabel, asksForOwner, children }: Props) {
  return (
    <details open={useOwnResult(action).fields !== undefined} className="open:w-full">
      <summary className="link-line inline-flex min-h-8 cursor-pointer items-center">
        {label}
        {subject && <span className="sr-only"> {subject}</span>}
      </summary>
      <ActionForm action={action} noValidate preventScrollReset className="max-w-prose space-y-3 pt-1 pb-3">
        <p className="text-ink-soft">{children}</p>
        {asksForOwner ? (
          <OwnerFields submitLabel={submitLabel} passwordLabel="Your password" allFactors />
        ) : (
          <SubmitButton>{submitLabel}</SubmitButton>
        )}
      </ActionForm>
    </details>
  )
}
