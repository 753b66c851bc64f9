import type { ResendableEmail } from '#core/orders/emails/resend-order-email.server.ts'
import type { Order } from '#core/orders/order.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { Section } from '../ui/section.tsx'

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
              <input type="hidden" name="email" value={email} />
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
