import { Form } from 'react-router'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

type Props = {
  tone: Tone
  state: string
  /** Identifies the row to the server. */
  field: { name: string; value: string }
  intent: string
  buttonLabel: string
  screenReaderText: string
}

export function ToggleRow({ tone, state, field, intent, buttonLabel, screenReaderText }: Props) {
  return (
    <Form method="post" preventScrollReset className="inline-flex items-center gap-3">
      <StatusDot tone={tone}>{state}</StatusDot>
      <input type="hidden" {...field} />
      <button type="submit" name="act" value={intent} className="link-line min-h-6 cursor-pointer">
        {buttonLabel}
        <span className="sr-only"> {screenReaderText}</span>
      </button>
    </Form>
  )
}
