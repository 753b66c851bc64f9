import { Form } from 'react-router'
import { StatusDot, type Tone } from '../ui/standing.tsx'

type Props = {
  /** How it stands now. */
  tone: Tone
  state: string
  /** What is sent with the act, so that the server knows which row is meant. */
  field: { name: string; value: string }
  act: string
  /** The button's word, and what it is about for those who can't see the row. */
  word: string
  about: string
}

/** A row's standing, and the one press that turns it. */
export function RowSwitch({ tone, state, field, act, word, about }: Props) {
  return (
    <Form method="post" preventScrollReset className="inline-flex items-center gap-3">
      <StatusDot tone={tone}>{state}</StatusDot>
      <input type="hidden" {...field} />
      <button type="submit" name="act" value={act} className="link-line min-h-6 cursor-pointer">
        {word}
        <span className="sr-only"> {about}</span>
      </button>
    </Form>
  )
}
