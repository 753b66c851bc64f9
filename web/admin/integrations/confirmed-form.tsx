import type { ReactNode } from 'react'
import { ActionForm } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'

type Props = {
  action: string
  label: string
  /** What a screen reader adds to the label. */
  subject?: string
  submitLabel: string
  children: ReactNode
}

/** Says what follows before it happens. */
export function ConfirmedForm({ action, label, subject, submitLabel, children }: Props) {
  return (
    <details>
      <summary className="link-line inline-flex min-h-8 cursor-pointer items-center">
        {label}
        {subject && <span className="sr-only"> {subject}</span>}
      </summary>
      <ActionForm action={action} preventScrollReset className="max-w-prose pt-1 pb-3">
        <p className="text-ink-soft">{children}</p>
        <SubmitButton className="mt-3">{submitLabel}</SubmitButton>
      </ActionForm>
    </details>
  )
}
