import { type Envelope, renderEmail } from './account-emails.ts'
import type { NewEmail } from './emails.server.ts'

export function newsletterConfirmationEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'newsletter-asked', 'Confirm your newsletter subscription', [
    {
      say: 'Thank you for your interest in Eternal Beauty. Please confirm that you’d like our newsletter: new arrivals and the stories behind them, now and then.',
    },
    { link: 'Confirm subscription', to: link },
    {
      say: 'This link expires in three days. If you didn’t ask for our newsletter, you can ignore this email and you won’t be subscribed.',
    },
  ])
}

export function newsletterWelcomeEmail(envelope: Envelope, storeUrl: string): NewEmail {
  return renderEmail(envelope, 'newsletter-welcome', 'Welcome to our newsletter', [
    {
      say: 'Thank you for subscribing. You’ll hear from us when we have something worth sharing, and you can unsubscribe at any time.',
    },
    { link: 'Shop the collection', to: storeUrl },
  ])
}

export function alreadySubscribedEmail(envelope: Envelope, storeUrl: string): NewEmail {
  return renderEmail(envelope, 'newsletter-known', 'You’re already subscribed', [
    {
      say: 'We received a request to send our newsletter to this email address. You’re already subscribed, so there’s nothing to do.',
    },
    { link: 'Shop the collection', to: storeUrl },
  ])
}
