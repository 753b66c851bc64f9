import type { ReactNode } from 'react'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { IntentForm } from './intent-form.tsx'

type Props = {
  intent: string
  hidden?: Record<string, string>
  label: string
  /** What a screen reader adds to the label. */
  subject?: string
  submitLabel: string
  children: ReactNode
}

/** Says what follows before it happens. */
export function ConfirmedForm({ intent, hidden, label, subject, submitLabel, children }: Props) {
  return (
    <details>
      <summary className="link-line inline-flex min-h-8 cursor-pointer items-center">
        {label}
        {subject && <span className="sr-only"> {subject}</span>}
      </summary>
      <IntentForm intent={intent} {...(hidden && { hidden })} className="max-w-prose pt-1 pb-3">
        <p className="text-ink-soft">{children}</p>
        <SubmitButton className="mt-3">{submitLabel}</SubmitButton>
      </IntentForm>
    </details>
  )
}
