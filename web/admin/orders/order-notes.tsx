import type { OrderNote } from '#core/orders/admin/order-notes.server.ts'
import type { ResendableEmail } from '#core/orders/emails/resend-order-email.server.ts'
import type { Order } from '#core/orders/order.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton, TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { IfAllowed } from '../ui/can.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

export function OrderNotes({ order, notes }: { order: Order; notes: OrderNote[] }) {
  const adminPath = useAdminPath()
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
      <IfAllowed to="orders.note">
        <ActionForm
          action={adminPath(`orders/${order.number}/notes`)}
          className="max-w-prose space-y-3"
          key={notes.length}
        >
          <TextareaField label="Internal note (never shown to customers)" name="note" rows={2} />
          <SubmitButton variant="secondary">Add note</SubmitButton>
        </ActionForm>
      </IfAllowed>
    </Section>
  )
}

const EMAIL_NAMES: Record<ResendableEmail, string> = {
  'order-confirmed': 'Order confirmation',
  shipped: 'Shipping confirmation',
  delivered: 'Delivery confirmation',
}

export function OrderEmails({ order, emails }: { order: Order; emails: ResendableEmail[] }) {
  const adminPath = useAdminPath()
  if (!emails.length) return null
  return (
    <Section title="Emails">
      <ul className="border-hairline border-t">
        {emails.map((email) => (
          <li key={email} className="border-hairline border-b">
            <ActionForm
              action={adminPath(`orders/${order.number}/emails`)}
              preventScrollReset
              className="flex min-h-10 items-center justify-between"
            >
              <input type="hidden" name="letter" value={email} />
              <span>{EMAIL_NAMES[email]}</span>
              <TextButton>
                Resend<span className="sr-only">: {EMAIL_NAMES[email]}</span>
              </TextButton>
            </ActionForm>
          </li>
        ))}
      </ul>
    </Section>
  )
}
