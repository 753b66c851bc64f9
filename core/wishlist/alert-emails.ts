import { type EmailBlock, type Envelope, renderEmail } from '#core/email/email-layout.ts'
import type { NewEmail } from '#core/email/emails.server.ts'

export function confirmStockAlertEmail(envelope: Envelope, product: string, link: string): NewEmail {
  return renderEmail(envelope, 'stock-alert-requested', `Should we email you about ${product}?`, [
    `Please confirm that you’d like an email when ${product} is back in stock. We’ll write once, and only about this.`,
    { link: 'Yes, email me', to: link },
    'This link expires in three days. If you didn’t ask for this, you can ignore this email.',
  ])
}

export function knownStockAlertEmail(envelope: Envelope, product: string): NewEmail {
  return renderEmail(envelope, 'stock-alert-known', `You’re already on the list for ${product}`, [
    `We received a request to email you when ${product} is back in stock. You’re already on the list, so there’s nothing to do.`,
  ])
}

export type AlertedProduct = {
  name: string
  /** Absolute URL of a picture that email clients show. */
  picture: string | undefined
  link: string
}

export function stockAlertEmail(envelope: Envelope, product: AlertedProduct): NewEmail {
  return renderEmail(envelope, 'stock-alert', `${product.name} is back`, [
    `You asked us to tell you when ${product.name} is back in stock. It is now. We can’t set one aside for you, and it may sell out again.`,
    ...productBlocks(product),
  ])
}

export function priceAlertEmail(envelope: Envelope, product: AlertedProduct, percent: number): NewEmail {
  const change = percent >= 1 ? `${percent}% less` : 'a little less'
  return renderEmail(envelope, 'price-alert', `${product.name} costs less now`, [
    `${product.name}, which is on your wish list, costs ${change} than when you saved it.`,
    ...productBlocks(product),
  ])
}

function productBlocks({ name, picture, link }: AlertedProduct): EmailBlock[] {
  return [
    ...(picture ? [{ items: [{ name, price: '', picture }] }] : []),
    { link: 'See the product', to: link },
  ]
}
