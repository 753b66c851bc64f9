import { type Envelope, renderEmail } from './email-layout.ts'
import type { NewEmail } from './emails.server.ts'

export function newsletterConfirmationEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'newsletter-requested', 'Confirm your subscription', [
    `Thank you for your interest in ${envelope.sender.name}. Please confirm that you’d like our newsletter: new arrivals and the stories behind them, now and then.`,
    { link: 'Confirm subscription', to: link },
    'This link expires in three days. If you didn’t ask for our newsletter, you can ignore this email and you won’t be subscribed.',
  ])
}

export function newsletterWelcomeEmail(envelope: Envelope, storeUrl: string): NewEmail {
  return renderEmail(envelope, 'newsletter-welcome', 'You’re on the list', [
    'Thank you for subscribing. We’ll write when there’s something worth sharing, and you can unsubscribe at any time.',
    { link: 'Shop the collection', to: storeUrl },
  ])
}

export function alreadySubscribedEmail(envelope: Envelope, storeUrl: string): NewEmail {
  return renderEmail(envelope, 'newsletter-known', 'You’re already subscribed', [
    'We received a request to send our newsletter to this email address. You’re already subscribed, so there’s nothing to do.',
    { link: 'Shop the collection', to: storeUrl },
  ])
}
