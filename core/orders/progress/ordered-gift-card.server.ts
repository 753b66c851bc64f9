import type { Context } from '#core/context.ts'
import { formatDate } from '#core/dates.ts'
import { giftCardLink } from '#core/gift-cards/gift-card-link.ts'
import { findSoldGiftCard, type SoldGiftCard } from '#core/gift-cards/sell-gift-card.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { Order } from '../order.ts'

/** What the buyer of a gift card sees of it. */
export type OrderedGiftCard = {
  /** Such as “We’ll email the gift card to Ada (ada@orchard.example) on December 24, 2026.” */
  delivery: string
  /** The page to print. */
  link: string
  /** Set until it is sent. */
  waitingFor: string | null
}

/** Does not check permissions; the caller must. Null for other orders, and until it is paid. */
export async function findOrderedGiftCard(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { id, kind }: Order,
): Promise<OrderedGiftCard | null> {
  if (kind === 'products') return null
  const [card, { timeZone }] = await Promise.all([findSoldGiftCard(db, id), readStoreSettings(db)])
  if (!card || card.state === 'pending') return null
  return {
    delivery: describeDelivery(card, timeZone),
    link: giftCardLink(settings, card.id),
    waitingFor: card.sentAt || card.balance === 0 ? null : card.recipientEmail,
  }
}

function describeDelivery(card: SoldGiftCard, timeZone: string): string {
  const { recipientName, recipientEmail, sendAt, sentAt, balance } = card
  if (!recipientEmail || !sendAt) return 'Your gift card is ready to print.'
  const to = recipientName ? `${recipientName} (${recipientEmail})` : recipientEmail
  if (sentAt) return `We emailed the gift card to ${to} on ${formatDate(sentAt, timeZone)}.`
  if (balance === 0) return 'The gift card has nothing left, so it won’t be emailed.'
  return `We’ll email the gift card to ${to} on ${formatDate(sendAt, timeZone)}.`
}
