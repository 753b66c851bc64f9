import { Form } from 'react-router'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

type Props = {
  /** How it stands now. */
  tone: Tone
  state: string
  /** What is sent with the act, so that the server knows which row is meant. */
  field: { name: string; value: string }
  intent: string
  /** The button's word, and what it is about for those who can't see the row. */
  buttonLabel: string
  screenReaderText: string
}

/** A row's standing, and the one press that turns it. */
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
