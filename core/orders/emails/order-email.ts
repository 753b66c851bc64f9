import { type EmailBlock, type EmailItem, type EmailSender, renderEmail } from '#core/email/email-layout.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import { paymentRows } from '#core/gift-cards/payment-rows.ts'
import { totalRows } from '#core/pricing/total-rows.ts'
import { lineAmount, type Order, orderOffer } from '../order.ts'
import type { FirstUse } from '../progress/first-use.server.ts'
import type { OrderedGiftCard } from '../progress/ordered-gift-card.server.ts'

/** Dates are in the time zone; without one, in UTC. */
export type Envelope = { to: string; sender: EmailSender; link: string; timeZone?: string; key?: string }

/** Absolute picture URLs by product ID. */
export type ProductImages = Record<string, string>

/** What an email says beyond the order. */
export type EmailDetails = {
  /** Such as “between Tue, Dec 1 and Thu, Dec 3”. */
  arrival?: string | null
  firstUse?: FirstUse | null
  /** Products and their fragrance allergens. */
  allergens?: [string, string][]
  /** What an order of a gift card sold. */
  giftCard?: OrderedGiftCard | null
}

/** Without pictures. */
export function itemRows({ items, currency }: Order): EmailItem[] {
  return items.map(({ name, quantity, ...line }) => ({
    name: `${quantity} × ${name}`,
    price: lineAmount(line, currency),
  }))
}

export function emailItems(order: Order, images: ProductImages): EmailItem[] {
  return order.items.map(({ productId, name, quantity, ...line }) => ({
    name: quantity > 1 ? `${quantity} × ${name}` : name,
    price: lineAmount(line, order.currency),
    picture: images[productId],
  }))
}

export function totalDetails(order: Order): [string, string][] {
  const { rows, total } = totalRows(order, orderOffer(order))
  const allRows = [...rows, { name: 'Total', amount: total }, ...paymentRows(order)]
  return allRows.map(({ name, amount }) => [name, amount])
}

/** By default, an order has one email of each kind. */
export function orderEmail(
  kind: string,
  subject: string,
  order: Order,
  { to, sender, key = `${kind}:${order.id}` }: Envelope,
  blocks: EmailBlock[],
): NewEmail {
  return { ...renderEmail({ to, sender, key }, kind, subject, blocks), orderId: order.id }
}
