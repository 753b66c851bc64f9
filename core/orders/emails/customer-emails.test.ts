import { describe, expect, test } from 'vitest'
import type { Refund } from '#core/payments/refund.ts'
import { SAMPLE_ORDER } from '../order.fixture.ts'
import {
  deliveredEmail,
  orderConfirmedEmail,
  orderLinkEmail,
  refundedEmail,
  returnDeclinedEmail,
  returnReceivedEmail,
  returnRequestedEmail,
  shippedEmail,
} from './customer-emails.ts'
import { paymentFailedEmail } from './payment-emails.ts'

const LINK = 'https://store.example/orders/EB123456?key=secret'
const envelope = {
  to: SAMPLE_ORDER.email,
  sender: { name: 'Eternal Beauty', support: 'care@store.example', footer: '', logo: null },
  link: LINK,
}

const refund: Refund = {
  ...{ id: 'rfd_1', orderId: SAMPLE_ORDER.id, paymentId: 'pay_1', amount: 2944, currency: 'usd' },
  ...{
    state: 'done',
    reason: 'refunded',
    tender: 'card',
    creditId: null,
    attempt: 1,
    providerId: 're_1',
    intentId: 'pi_1',
  },
  ...{ surplus: false, failure: null, createdAt: new Date('2026-03-12T12:00:00Z') },
  ...{ lines: [{ productId: 'oil', quantity: 2 }], shipping: 0, note: null, noteShared: false },
}

test('every email goes to the address of its order, names the order, and says how to reach the store', () => {
  const orderReturn = { id: 'ret_1', reference: 'R123456-1', items: [], declineReason: null }
  const emails = [
    orderConfirmedEmail(SAMPLE_ORDER, envelope),
    paymentFailedEmail(SAMPLE_ORDER, envelope),
    shippedEmail(SAMPLE_ORDER, envelope),
    deliveredEmail(SAMPLE_ORDER, envelope),
    refundedEmail(SAMPLE_ORDER, refund, envelope),
    returnRequestedEmail(SAMPLE_ORDER, orderReturn, { ...envelope, returnAddress: null }),
    returnReceivedEmail(SAMPLE_ORDER, orderReturn, envelope),
    returnDeclinedEmail(SAMPLE_ORDER, orderReturn, envelope),
    orderLinkEmail(SAMPLE_ORDER, envelope),
  ]
  for (const { to, orderId, text, html } of emails) {
    expect([to, orderId]).toEqual(['grace@orchard.example', 'ord_sample'])
    for (const body of [text, html]) expect(body).toContain('care@store.example')
    expect(text).toContain(LINK)
  }
  expect(new Set(emails.map(({ key }) => key)).size, 'each is sent once').toBe(emails.length)
  expect(new Set(emails.map(({ subject }) => subject)).size).toBe(emails.length)
})

describe('the order confirmation', () => {
  test('lists the items with their amounts, the discount, shipping, tax, total, and address', () => {
    const { subject, text } = orderConfirmedEmail(SAMPLE_ORDER, envelope)
    expect(subject).toBe('Order #EB123456 is confirmed')
    expect(text).toContain('Thank you, Grace.')
    expect(text).toContain('2 × Night Oil: $40.00\nLip Balm: $10.00')
    expect(text).toContain(
      'Subtotal: $50.00\nOffer ROSE: −$5.00\nShipping: $10.00\nTax (8%): $3.60\nTotal: $58.60',
    )
    expect(text).toContain('Shipping to: Grace Holloway')
    expect(text).toContain('12 Orchard Lane')
  })

  test('of a test order says that no card was charged', () => {
    const isTest = 'This was a test order, so you weren’t charged'
    expect(orderConfirmedEmail(SAMPLE_ORDER, envelope).text).not.toContain(isTest)
    expect(orderConfirmedEmail({ ...SAMPLE_ORDER, paymentMethod: 'demo' }, envelope).text).toContain(isTest)
  })

  test('shows the photographs it has, and escapes what the shopper typed', () => {
    const shippingAddress = { ...SAMPLE_ORDER.shippingAddress, firstName: '<b>Grace</b>' }
    const images = { oil: 'https://store.example/media/oil.jpg' }
    const { html } = orderConfirmedEmail({ ...SAMPLE_ORDER, shippingAddress }, envelope, images)
    expect(html.match(/<img src="[^"]+"/g)).toEqual(['<img src="https://store.example/media/oil.jpg"'])
    expect(html).not.toContain('<b>Grace')
  })

  test('is in the order’s currency', () => {
    const inRupees = { ...SAMPLE_ORDER, currency: 'inr' as const, region: 'IN' as const, total: 12_450_000 }
    expect(orderConfirmedEmail(inRupees, envelope).text).toContain('Total: ₹1,24,500')
  })
})

describe('what comes next', () => {
  const arrival = 'between Tue, Dec 1 and Thu, Dec 3'
  const details = { arrival }

  test('is in the confirmation: the arrival, the next email, and the invoice', () => {
    const { text } = orderConfirmedEmail(SAMPLE_ORDER, envelope, {}, details)
    expect(text).toContain(`It arrives ${arrival}.`)
    expect(text).toContain('We’ll email you once your order has shipped.')
    expect(text).toContain('View your invoice:\nhttps://store.example/orders/EB123456/invoice?key=secret\n')
    const testOrder = orderConfirmedEmail({ ...SAMPLE_ORDER, paymentMethod: 'demo' }, envelope, {}, details)
    expect(testOrder.text).not.toMatch(/It arrives|once your order has shipped|invoice/)
  })

  test('is in the shipping email: the arrival', () => {
    expect(shippedEmail(SAMPLE_ORDER, envelope, {}, details).text).toContain(`It arrives ${arrival}.`)
  })
})

describe('the delivery email', () => {
  const images = { oil: 'https://store.example/media/oil.jpg' }
  const firstUse = { name: 'Night Oil', steps: ['Warm two drops.', 'Press them in.'] }

  test('shows the products and how to begin', () => {
    const { text, html } = deliveredEmail(SAMPLE_ORDER, envelope, images, { firstUse })
    expect(text).toContain('2 × Night Oil: $40.00\nLip Balm: $10.00')
    expect(text).toContain('How to begin with Night Oil\n1. Warm two drops.\n2. Press them in.')
    expect(html).toMatch(/<img src="https:\/\/store.example\/media\/oil.jpg" width="120" height="160"/)
    expect(html).toMatch(
      /<h2[^>]*>How to begin with Night Oil<\/h2>\n<ol[^>]*><li[^>]*>Warm two drops\.<\/li>/,
    )
  })

  test('asks who has an account how it was, with a link to the reviews', () => {
    const path = 'https://store.example/orders/EB123456'
    const own = deliveredEmail({ ...SAMPLE_ORDER, userId: 'usr_1' }, { ...envelope, link: path })
    expect(own.text).toContain('How was it?')
    expect(own.text).toContain(`Write a review:\n${path}#reviews`)
    expect(deliveredEmail(SAMPLE_ORDER, envelope).text).not.toContain('How was it?')
  })
})

describe('the shipping email', () => {
  const shipped = { ...SAMPLE_ORDER, carrier: 'UPS', trackingNumber: '1Z999' }

  test('links to the carrier if the store knows it, else to the order', () => {
    const known = shippedEmail(shipped, envelope).text
    expect(known).toContain('Carrier: UPS\nTracking number: 1Z999')
    expect(known).toContain('Track your package:\nhttps://www.ups.com/track?tracknum=1Z999')
    const unknown = shippedEmail({ ...shipped, carrier: 'Uncle Bob' }, envelope).text
    expect(unknown).toContain('Carrier: Uncle Bob\nTracking number: 1Z999')
    expect(unknown).toContain(`View your order:\n${LINK}`)
  })

  test('without a tracking number names no carrier', () => {
    const { text } = shippedEmail({ ...shipped, trackingNumber: null }, envelope)
    expect(text).not.toContain('UPS')
    expect(text).not.toContain('Tracking')
  })
})

test('the delivery email says until which day a return can be requested, in the store’s time zone', () => {
  const order = { ...SAMPLE_ORDER, deliveredAt: new Date('2026-03-10T03:00:00Z') }
  const textIn = (timeZone?: string) =>
    deliveredEmail(order, { ...envelope, ...(timeZone && { timeZone }) }).text
  expect(textIn()).toContain('you can request a return on your order page until April 9, 2026.')
  expect(textIn('America/New_York')).toContain('until April 8, 2026.')
  expect(deliveredEmail({ ...order, deliveredAt: null }, envelope).text).toContain('on your order page.')
})

test('the email about a declined card says that nothing was charged and links to the cart', () => {
  const cart = 'https://store.example/cart'
  const { text } = paymentFailedEmail(SAMPLE_ORDER, { ...envelope, link: cart })
  expect(text).toContain('Your card wasn’t charged, and we had to release the items.')
  expect(text).toContain(`Return to your cart:\n${cart}`)
})

describe('the refund email', () => {
  test.for([
    ['cancelled', 'Your order was cancelled, and we’ve refunded $29.44 to your card.'],
    ['late', 'Your payment arrived after your order had expired'],
    ['surplus', 'This order was paid twice, so we’ve refunded the second payment of $29.44'],
    ['returned', 'We’ve received your return and refunded $29.44 to your card.'],
    ['refunded', 'We’ve refunded $29.44 to your card.'],
    ['elsewhere', 'We’ve refunded $29.44 to your card.'],
  ] as const)('says why the money comes back: %s', ([reason, sentence]) => {
    expect(refundedEmail(SAMPLE_ORDER, { ...refund, reason }, envelope).text).toContain(sentence)
  })

  test('lists what is refunded, with shipping if it is', () => {
    const { text } = refundedEmail(SAMPLE_ORDER, { ...refund, shipping: 1000 }, envelope)
    expect(text).toContain('2 × Night Oil: Refunded\nShipping: $10.00\nRefund: $29.44\n\n')
    expect(refundedEmail(SAMPLE_ORDER, refund, envelope).text).not.toContain('Shipping')
  })

  test('includes the owner’s note only if it is for the customer', () => {
    const note = 'The jar arrived cracked.'
    const withNote = (noteShared: boolean) =>
      refundedEmail(SAMPLE_ORDER, { ...refund, note, noteShared }, envelope).text
    expect(withNote(true)).toContain(note)
    expect(withNote(false)).not.toContain(note)
  })

  test('is sent once for each refund of an order', () => {
    const second = { ...refund, id: 'rfd_2' }
    const keys = [refund, refund, second].map((each) => refundedEmail(SAMPLE_ORDER, each, envelope).key)
    expect(new Set(keys).size).toBe(2)
  })
})

describe('the return emails', () => {
  const orderReturn = {
    ...{ id: 'ret_1', reference: 'R123456-1', declineReason: 'The seal is broken.' },
    items: [
      { productId: 'oil', quantity: 2 },
      { productId: 'prd_gone', quantity: 1 },
    ],
  }

  test('tell the customer what to pack, what to write on it, and where to send it', () => {
    const returnAddress = 'Eternal Beauty, 1 Warehouse Way, Portland'
    const { text } = returnRequestedEmail(SAMPLE_ORDER, orderReturn, { ...envelope, returnAddress })
    expect(text).toContain('write R123456-1 on the package')
    expect(text).toContain(`Send the package within 14 days to: ${returnAddress}`)
    expect(text).toContain('Night Oil: × 2\nItem: × 1\nReturn reference: R123456-1')
  })

  test('ask to wait for the address as long as the store has none', () => {
    const { text } = returnRequestedEmail(SAMPLE_ORDER, orderReturn, { ...envelope, returnAddress: null })
    expect(text).toContain('Please don’t send the package before you have it.')
    expect(text).not.toContain('within 14 days')
  })

  test('say why a return was declined', () => {
    const { text } = returnDeclinedEmail(SAMPLE_ORDER, orderReturn, envelope)
    expect(text).toContain('we can’t accept return R123456-1.')
    expect(text).toContain('The seal is broken.')
  })
})
