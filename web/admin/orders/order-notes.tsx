import { Form } from 'react-router'
import type { OrderNote } from '#core/orders/admin/order-notes.server.ts'
import type { ResendableEmail } from '#core/orders/emails/resend-order-email.server.ts'
import { Button } from '#web/ui/button.tsx'
import { SmallTextarea } from '#web/ui/small-field.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

export function OrderNotes({ notes, error }: { notes: OrderNote[]; error?: string | undefined }) {
  return (
    <Section title="Notes">
      {notes.length > 0 && (
        <ul className="mb-4 border-hairline border-t">
          {notes.map(({ id, note, by, at }) => (
            <li key={id} className="border-hairline border-b py-2">
              <p className="whitespace-pre-wrap">{note}</p>
              <p className="text-ink-soft">
                {by} <Timestamp at={at} showTime />
              </p>
            </li>
          ))}
        </ul>
      )}
      <Form method="post" className="max-w-prose space-y-3" key={notes.length}>
        <input type="hidden" name="act" value="note" />
        <SmallTextarea label="Internal note (never shown to customers)" name="note" rows={2} error={error} />
        <Button type="submit" variant="secondary" size="small">
          Add note
        </Button>
      </Form>
    </Section>
  )
}

const EMAIL_NAMES: Record<ResendableEmail, string> = {
  'order-confirmed': 'Order confirmation',
  shipped: 'Shipping confirmation',
  delivered: 'Delivery confirmation',
}

export function OrderEmails({ emails }: { emails: ResendableEmail[] }) {
  if (!emails.length) return null
  return (
    <Section title="Emails">
      <ul className="border-hairline border-t">
        {emails.map((email) => (
          <li key={email} className="border-hairline border-b">
            <Form method="post" preventScrollReset className="flex min-h-10 items-center justify-between">
              <input type="hidden" name="act" value="resend-email" />
              <input type="hidden" name="letter" value={email} />
              <span>{EMAIL_NAMES[email]}</span>
              <button type="submit" className="link-line min-h-9 cursor-pointer">
                Resend<span className="sr-only">: {EMAIL_NAMES[email]}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </Section>
  )
}
