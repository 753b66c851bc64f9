import { formatDate } from '../dates.ts'
import { type Envelope, renderEmail } from '../email/email-layout.ts'
import type { NewEmail } from '../email/emails.server.ts'
import { formatMoney, type Money } from '../money.ts'
import { formatGiftCardCode } from './gift-card.ts'

export type GiftCardEmail = Money & {
  code: string
  recipientName: string | null
  senderName: string | null
  message: string | null
  expiresAt: Date | null
  /** The page to print. */
  link: string
}

export function giftCardEmail(envelope: Envelope, card: GiftCardEmail): NewEmail {
  const { name } = envelope.sender
  const amount = formatMoney(card)
  const from = card.senderName ? ` from ${card.senderName}` : ''
  return renderEmail(envelope, 'gift-card', `A gift card for ${name}${from}`, [
    card.recipientName ? `Hello ${card.recipientName},` : 'Hello,',
    card.senderName
      ? `${card.senderName} sent you a gift card of ${amount} for ${name}.`
      : `Here’s your gift card of ${amount} for ${name}.`,
    ...(card.message ? [`“${card.message}”`] : []),
    {
      details: [
        ['Code', formatGiftCardCode(card.code)],
        ['Balance', amount],
        ...(card.expiresAt
          ? [['Valid until', formatDate(card.expiresAt, 'UTC')] satisfies [string, string]]
          : []),
      ],
    },
    { link: 'View your gift card', to: card.link },
    'Enter the code at checkout. Whatever you don’t spend stays on the card. Anyone with this code can use it, so please don’t share it.',
  ])
}
