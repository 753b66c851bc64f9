import { ActionForm } from '#web/forms/action-form.tsx'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

type Props = {
  tone: Tone
  state: string
  /** The form's own URL. */
  action: string
  buttonLabel: string
  screenReaderText: string
}

export function ToggleRow({ tone, state, action, buttonLabel, screenReaderText }: Props) {
  return (
    <ActionForm action={action} preventScrollReset className="inline-flex items-center gap-3">
      <StatusDot tone={tone}>{state}</StatusDot>
      <button type="submit" className="link-line min-h-6 cursor-pointer">
        {buttonLabel}
        <span className="sr-only"> {screenReaderText}</span>
      </button>
    </ActionForm>
  )
}
