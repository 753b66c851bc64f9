import { ActionForm } from '#web/forms/action-form.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Section } from './section.tsx'
import { Timestamp } from './timestamp.tsx'

type Note = { id: number; note: string; by: string | null; at: Date }
/** `action` is undefined for people who may only read. */
type Props = { action: string | undefined; notes: Note[]; label: string }

/** Notes among staff, and the form for another. */
export function Notes({ action, notes, label }: Props) {
  return (
    <Section title="Notes">
      {notes.length > 0 && (
        <ul className="mb-4 border-hairline border-t">
          {notes.map(({ id, note, by, at }) => (
            <li key={id} className="border-hairline border-b py-2">
              <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</p>
              <p className="text-ink-soft">
                {by} <Timestamp at={at} showTime />
              </p>
            </li>
          ))}
        </ul>
      )}
      {action && (
        <ActionForm action={action} className="max-w-prose space-y-3" key={notes.length}>
          <TextareaField label={label} name="note" rows={2} />
          <SubmitButton variant="secondary">Add note</SubmitButton>
        </ActionForm>
      )}
    </Section>
  )
}
