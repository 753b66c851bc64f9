import { type EmailItem, type Envelope, renderEmail } from '../email/email-layout.ts'
import type { NewEmail } from '../email/emails.server.ts'

export function checkoutReminderEmail(envelope: Envelope, items: EmailItem[], link: string): NewEmail {
  return renderEmail(envelope, 'checkout-reminder', 'Your checkout is waiting', [
    'You asked us to remind you of what’s in your cart. We can’t set it aside, and prices may change.',
    { items },
    { link: 'Continue to checkout', to: link },
    'The link works on any device for 30 days. We won’t send another email about it.',
  ])
}
