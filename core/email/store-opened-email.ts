import { type EmailContent, renderEmailHtml, renderEmailText } from './email-layout.ts'
import type { NewEmail } from './emails.server.ts'

export function storeOpenedEmail(store: {
  adminEmail: string
  publicUrl: string
  support: string
}): NewEmail {
  const content: EmailContent = {
    heading: 'Your store is open',
    blocks: [
      {
        say: 'It runs on your own machine, filled with a demonstration: products, customers, orders and their books.',
      },
      { link: 'Visit the store', to: `${store.publicUrl}/` },
      {
        facts: [
          ['Store', `${store.publicUrl}/`],
          ['Letters it sends', `${store.publicUrl}/demo/mailbox`],
          ['For programs', `${store.publicUrl}/api/docs`],
        ],
      },
      { say: 'Nothing here is sold or sent until you turn the demonstration off.' },
    ],
    support: store.support,
  }
  return {
    key: 'store-opened',
    kind: 'store-opened',
    to: store.adminEmail,
    subject: 'Your store is open',
    text: renderEmailText(content),
    html: renderEmailHtml(content),
  }
}
