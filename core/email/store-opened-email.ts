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
        text: 'It runs on your own machine with demo data: products, customers, orders, and accounting.',
      },
      { link: 'Visit your store', to: `${store.publicUrl}/` },
      {
        details: [
          ['Store', `${store.publicUrl}/`],
          ['Sent emails', `${store.publicUrl}/demo/mailbox`],
          ['API documentation', `${store.publicUrl}/api/docs`],
        ],
      },
      { text: 'Nothing is sold or sent until you turn off demo mode.' },
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
