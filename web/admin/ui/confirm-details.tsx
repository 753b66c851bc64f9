import type { ReactNode } from 'react'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { useButtonClass } from '#web/ui/button.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'

type Props = {
  /** The form's ID, for checkboxes outside it. */
  id?: string
  label: string
  screenReaderText?: string
  question: string
  /** The form's own URL. */
  action: string
  fields?: Record<string, string>
  confirmLabel: string
  navigate?: boolean
  /** What usually comes next looks like a button, the rest like links. */
  isNextStep?: boolean
  children?: ReactNode
}

/** A `details` element, so the confirmation works without scripts. A refused form stays open. */
export function ConfirmDetails({
  id,
  label,
  screenReaderText,
  question,
  action,
  fields = {},
  confirmLabel,
  navigate = false,
  isNextStep = false,
  children,
}: Props) {
  const buttonClass = useButtonClass()
  return (
    <details
      open={useOwnResult(action).fields !== undefined}
      className="group open:w-full open:max-w-prose open:border-rosewood open:border-l-2 open:pl-4"
    >
      <summary
        className={`list-none ${isNextStep ? `${buttonClass} group-open:mb-3` : 'link-line inline-flex min-h-9 cursor-pointer items-center'}`}
      >
        {label}
        {screenReaderText && <span className="sr-only"> {screenReaderText}</span>}
      </summary>
      <ActionForm action={action} navigate={navigate} id={id} className="space-y-3 pb-2">
        <p>{question}</p>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <SubmitButton>{confirmLabel}</SubmitButton>
      </ActionForm>
    </details>
  )
}
