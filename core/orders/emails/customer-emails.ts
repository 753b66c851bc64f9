import { formatAddress } from '#core/customers/postal-address.ts'
import { formatDate } from '#core/dates.ts'
import type { EmailBlock } from '#core/email/email-layout.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import { formatMoney } from '#core/money.ts'
import { isUncaptured } from '#core/payments/captures/uncaptured.ts'
import type { Refund, RefundLine } from '#core/payments/refund.ts'
import { formatDay } from '#core/regions/arrival.ts'
import { buyerName, type Order, type OrderLine, returnDeadline } from '../order.ts'
import { findPreorders, preorderText } from '../preorders.ts'
import type { OrderedGiftCard } from '../progress/ordered-gift-card.server.ts'
import type { Return, ReturnItem } from '../returns/returns.server.ts'
import {
  type EmailDetails,
  type Envelope,
  emailItems,
  itemRows,
  orderEmail,
  type ProductImages,
  totalDetails,
} from './order-email.ts'
import { trackingLink } from './tracking-link.ts'

export function orderConfirmedEmail(
  order: Order,
  envelope: Envelope,
  images: ProductImages = {},
  { arrival = null, allergens = [], giftCard = null }: EmailDetails = {},
): NewEmail {
  if (giftCard) return giftCardOrderEmail(order, envelope, giftCard)
  const isTest = order.paymentMethod === 'demo'
  return orderEmail('order-confirmed', `Order #${order.number} is confirmed`, order, envelope, [
    `Thank you, ${buyerName(order)}. We’ve received your order and are getting it ready. You can follow it on your order page.`,
    ...(isTest ? [] : arrivalText(arrival)),
    { items: emailItems(order, images) },
    { totals: totalDetails(order) },
    ...findPreorders(order).map(preorderText),
    ...(isTest
      ? ['This was a test order, so you weren’t charged, and nothing will ship.']
      : [
          order.authorization === 'authorized'
            ? 'We charge your card when your order ships, and email you then.'
            : NEXT_EMAIL,
        ]),
    ...(allergens.length ? ['Fragrance allergens in your order:', { details: allergens }] : []),
    `Shipping to: ${formatAddress(order.shippingAddress)}`,
    { link: 'View your order', to: envelope.link },
    ...(isTest ? [] : [invoiceLink(envelope)]),
  ])
}

/** To the buyer. The card itself is emailed to its recipient. */
function giftCardOrderEmail(order: Order, envelope: Envelope, giftCard: OrderedGiftCard): NewEmail {
  return orderEmail('order-confirmed', `Order #${order.number} is confirmed`, order, envelope, [
    `Thank you, ${buyerName(order)}. ${giftCard.delivery}`,
    { items: itemRows(order) },
    { totals: totalDetails(order) },
    'You can open the gift card, and print it. Anyone who has its code can use it.',
    { link: 'View the gift card', to: giftCard.link },
    { link: 'View your order', to: envelope.link, isQuiet: true },
    invoiceLink(envelope),
  ])
}

export function shippedEmail(
  order: Order,
  envelope: Envelope,
  images: ProductImages = {},
  { arrival = null }: EmailDetails = {},
): NewEmail {
  const { carrier, trackingNumber } = order
  const details: [string, string][] = []
  if (carrier) details.push(['Carrier', carrier])
  if (trackingNumber) details.push(['Tracking number', trackingNumber])
  const link = trackingLink(order)
  return orderEmail('shipped', `Order #${order.number} is on its way`, order, envelope, [
    `Your ${order.giftFrom ? 'gift' : 'order'} has shipped to ${formatAddress(order.shippingAddress)}.`,
    ...arrivalText(arrival),
    { items: emailItems(order, images) },
    ...(trackingNumber ? [{ details }] : []),
    link ? { link: 'Track your package', to: link } : { link: 'View your order', to: envelope.link },
  ])
}

export function deliveredEmail(
  order: Order,
  envelope: Envelope,
  images: ProductImages = {},
  { firstUse = null }: EmailDetails = {},
): NewEmail {
  // A review needs an account.
  const reviewLink = { link: 'Write a review', to: `${envelope.link}#reviews` }
  return orderEmail('delivered', `Order #${order.number} has arrived`, order, envelope, [
    order.giftFrom
      ? `Your gift has been delivered to ${order.shippingAddress.firstName}.`
      : 'Your order has arrived. We hope you love it.',
    { items: emailItems(order, images) },
    ...(firstUse && !order.giftFrom
      ? [{ title: `How to begin with ${firstUse.name}`, steps: firstUse.steps }]
      : []),
    ...(order.userId ? ['How was it? Other shoppers would like to know, and so would we.', reviewLink] : []),
    returnOffer(order, envelope.timeZone),
    { link: 'View your order', to: envelope.link },
  ])
}

export function refundedEmail(order: Order, refund: Refund, envelope: Envelope): NewEmail {
  const { currency, number } = order
  const amount = formatMoney({ amount: refund.amount, currency })
  const key = `refunded:${refund.id}`
  return orderEmail('refunded', `Your refund for order #${number}`, order, { ...envelope, key }, [
    `Hello ${buyerName(order)},`,
    refundExplanation(refund, amount),
    { totals: [...refundedRows(order, refund), ['Refund', amount]] },
    ...(refund.note && refund.noteShared ? [refund.note] : []),
    isUncaptured(refund.providerId)
      ? 'If your bank still shows the full amount, it corrects it within a few days.'
      : refund.tender !== 'card'
        ? 'You can use it right away.'
        : 'It can take 5–10 days to appear on your statement.',
    { link: 'View your order', to: envelope.link },
  ])
}

const NEXT_EMAIL = 'We’ll email you once your order has shipped.'

/** A guest's link keeps its key. */
function invoiceLink({ link }: Envelope): EmailBlock {
  const url = new URL(link)
  url.pathname += '/invoice'
  return { link: 'View your invoice', to: url.href, isQuiet: true }
}

function arrivalText(arrival: string | null): string[] {
  return arrival ? [`It arrives ${arrival}.`] : []
}

function returnOffer(order: Order, timeZone = 'UTC'): string {
  const deadline = returnDeadline(order)
  const until = deadline ? ` until ${formatDate(deadline, timeZone)}` : ''
  return `If something isn’t right, you can request a return on your order page${until}.`
}

function refundExplanation({ reason, tender, providerId }: Refund, amount: string): string {
  if (isUncaptured(providerId)) return `We’ve charged you ${amount} less than your order’s total.`
  const where =
    tender === 'card'
      ? 'your card'
      : tender === 'store_credit'
        ? 'your store credit'
        : 'your gift card or store credit'
  if (reason === 'cancelled') return `Your order was cancelled, and we’ve refunded ${amount} to ${where}.`
  if (reason === 'late')
    return `Your payment arrived after your order had expired, and the items were no longer available. We’ve refunded ${amount} to ${where}.`
  if (reason === 'surplus')
    return `This order was paid twice, so we’ve refunded the second payment of ${amount} to your card. Your order isn’t affected.`
  if (reason === 'returned') return `We’ve received your return and refunded ${amount} to ${where}.`
  return `We’ve refunded ${amount} to ${where}.`
}

function refundedRows({ items, currency }: Order, { lines, shipping }: Refund): [string, string][] {
  const itemRows = lines.map(({ productId, quantity }): [string, string] => {
    const name = items.find((item) => item.productId === productId)?.name ?? 'Item'
    return [quantity > 1 ? `${quantity} × ${name}` : name, 'Refunded']
  })
  return shipping > 0 ? [...itemRows, ['Shipping', formatMoney({ amount: shipping, currency })]] : itemRows
}

/** Without a return address, the owner has to send it. */
export type ReturnEnvelope = Envelope & { returnAddress: string | null }
type ReturnEmail = Pick<Return, 'id' | 'reference' | 'declineReason'> & {
  items: (RefundLine & Partial<ReturnItem>)[]
  resolution?: Return['resolution']
}

export function returnRequestedEmail(
  order: Order,
  orderReturn: ReturnEmail,
  { returnAddress, ...envelope }: ReturnEnvelope,
): NewEmail {
  const { id, reference, items, resolution = 'refund' } = orderReturn
  const key = `return-requested:${id}`
  const subject = `How to return your order #${order.number}`
  return orderEmail('return-requested', subject, order, { ...envelope, key }, [
    'We’ve received your return request. Here’s what to do next:',
    `1. Pack the items safely, in their original packaging if you can, and write ${reference} on the package.`,
    returnAddress
      ? `2. Send the package within 14 days to: ${returnAddress}`
      : '2. We’ll email you the return address. Please don’t send the package before you have it.',
    `3. Keep the receipt. We’ll email you when the package arrives, and again ${NEXT_STEPS[resolution]}.`,
    ...(resolution === 'exchange'
      ? ['We’re holding the replacements for you until then, so they can’t sell out.']
      : []),
    { details: [...items.map((line) => returnRow(order, line)), ['Return reference', reference]] },
    { link: 'View your order', to: envelope.link },
  ])
}

const NEXT_STEPS = {
  refund: 'when we’ve refunded you',
  store_credit: 'when we’ve added your store credit',
  exchange: 'when your exchange is on its way',
}

export function returnReceivedEmail(
  order: Order,
  { id, resolution = 'refund' }: ReturnEmail,
  envelope: Envelope,
): NewEmail {
  const subject = `We’ve received your return for order #${order.number}`
  return orderEmail('return-received', subject, order, { ...envelope, key: `return-received:${id}` }, [
    `Thank you for sending it back. We’re checking the items now and will email you ${NEXT_STEPS[resolution].replace('when', 'once')}.`,
    { link: 'View your order', to: envelope.link },
  ])
}

export function returnDeclinedEmail(
  order: Order,
  { id, reference, declineReason }: ReturnEmail,
  envelope: Envelope,
): NewEmail {
  const subject = `Your return for order #${order.number}`
  return orderEmail('return-declined', subject, order, { ...envelope, key: `return-declined:${id}` }, [
    `We’re sorry: we can’t accept return ${reference}.`,
    ...(declineReason ? [declineReason] : []),
    'If you have questions, reply to this email or contact us.',
    { link: 'View your order', to: envelope.link },
  ])
}

function returnRow(
  { items }: Order,
  { productId, quantity, replacementName }: ReturnEmail['items'][number],
): [string, string] {
  const name = items.find((item) => item.productId === productId)?.name ?? 'Item'
  return [replacementName ? `${name}, for ${replacementName}` : name, `× ${quantity}`]
}

/** Sent when the date of a pre-order moves. */
export function preorderMovedEmail(
  order: Order,
  { productId, name, preorderDate: day }: Pick<OrderLine, 'productId' | 'name'> & { preorderDate: string },
  envelope: Envelope,
): NewEmail {
  const key = `preorder-moved:${order.id}:${productId}:${day}`
  return orderEmail(
    'preorder-moved',
    `A new date for your order #${order.number}`,
    order,
    { ...envelope, key },
    [
      `Hello ${buyerName(order)},`,
      `The date of your pre-order has changed: ${name} now ships from ${formatDay(day)}. Your order ships together, and you don’t have to do anything.`,
      'If you’d rather not wait, you can cancel the order on its page, and we’ll refund you in full.',
      { link: 'View or cancel your order', to: envelope.link },
    ],
  )
}

export function orderLinkEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('order-link', `Your order #${order.number}`, order, envelope, [
    'Here’s the link to your order. Anyone with this link can see your order, so please don’t share it. If it expires, request a new one on the Orders page.',
    { link: 'View your order', to: envelope.link },
  ])
}
