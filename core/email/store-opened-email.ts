import { type EmailSender, renderEmail } from './email-layout.ts'
import type { NewEmail } from './emails.server.ts'

export function storeOpenedEmail({
  adminEmail: to,
  publicUrl,
  sender,
}: {
  adminEmail: string
  publicUrl: string
  sender: EmailSender
}): NewEmail {
  return renderEmail({ to, key: 'store-opened', sender }, 'store-opened', 'Your store is open', [
    'It runs on your own machine with demo data: products, customers, orders, and accounting.',
    { link: 'Visit your store', to: `${publicUrl}/` },
    {
      details: [
        ['Store', `${publicUrl}/`],
        ['Sent emails', `${publicUrl}/demo/mailbox`],
        ['API documentation', `${publicUrl}/api/docs`],
      ],
    },
    'Nothing is sold or sent until you turn off demo mode.',
  ])
}
