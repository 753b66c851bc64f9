import { type Envelope, renderEmail } from './account-emails.ts'
import type { NewEmail } from './emails.server.ts'

export function newsletterConfirmationEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'newsletter-asked', 'May we write to you?', [
    {
      say: 'Somebody, probably you, asked for our letters at this address: what is new, and why it was made. Not often.',
    },
    { link: 'Yes, write to me', to: link },
    {
      say: 'The link works for three days. If you did not ask, there is nothing to do: we will not write again.',
    },
  ])
}

export function newsletterWelcomeEmail(envelope: Envelope, storeUrl: string): NewEmail {
  return renderEmail(envelope, 'newsletter-welcome', 'You are on the list', [
    { say: 'Thank you. We write when there is something to say, and every letter ends with a way out.' },
    { link: 'See the collection', to: storeUrl },
  ])
}

export function alreadySubscribedEmail(envelope: Envelope, storeUrl: string): NewEmail {
  return renderEmail(envelope, 'newsletter-known', 'You are on the list already', [
    {
      say: 'Somebody, probably you, asked for our letters at this address. You have them already; all is well.',
    },
    { link: 'See the collection', to: storeUrl },
  ])
}
