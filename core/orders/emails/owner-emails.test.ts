import { describe, expect, test } from 'vitest'
import type { Refund } from '#core/payments/refund.ts'
import { SAMPLE_ORDER } from '../order.fixture.ts'
import {
  lowStockEmail,
  newOrderEmail,
  refundFailedEmail,
  returnRequestOwnerEmail,
  unmatchedPaymentEmail,
} from './owner-emails.ts'

const LINK = 'https://store.example/admin/orders/ord_sample'
const envelope = {
  to: 'owner@store.example',
  sender: { name: 'Eternal Beauty', support: 'care@store.example', footer: '', logo: null },
  link: LINK,
}

test('a new order is announced with its items, total, and address, and a test order as such', () => {
  const { subject, to, text } = newOrderEmail(SAMPLE_ORDER, envelope)
  expect([subject, to]).toEqual(['New order #EB123456', 'owner@store.example'])
  expect(text).toContain('You have a new paid order.')
  expect(text).toContain('2 × Night Oil: $40.00\n1 × Lip Balm: $10.00')
  expect(text).toContain('Total: $58.60')
  expect(text).toContain('Ship to: Grace Holloway')
  expect(newOrderEmail({ ...SAMPLE_ORDER, paymentMethod: 'demo' }, envelope).text).toContain(
    'You have a new test order.',
  )
})

test('a failed refund is reported with its amount and the provider’s reason, once per refund', () => {
  const refund = { id: 'rfd_1', amount: 2944, failure: 'Insufficient funds' } as Refund
  const { key, text } = refundFailedEmail(SAMPLE_ORDER, refund, envelope)
  expect(text).toContain('Refund: $29.44\nReason: Insufficient funds')
  expect(text).toContain('The customer hasn’t received this refund.')
  expect(text).toContain(LINK)
  expect(refundFailedEmail(SAMPLE_ORDER, { ...refund, id: 'rfd_2' }, envelope).key).not.toBe(key)
  expect(refundFailedEmail(SAMPLE_ORDER, { ...refund, failure: null }, envelope).text).toContain(
    'Reason: Not provided',
  )
})

test('a payment without an order is reported with what finds it at the provider', () => {
  const session = { id: 'cs_1', amount: 123_456, currency: 'inr' }
  const { key, orderId, text } = unmatchedPaymentEmail(session, envelope)
  expect(text).toContain('Checkout session: cs_1\nAmount: 1234.56 INR')
  expect([key, orderId]).toEqual(['unmatched-payment:cs_1', undefined])
})

describe('a return request', () => {
  const orderReturn = {
    ...{ id: 'ret_1', reference: 'R123456-1', reason: 'Too sweet' },
    items: [{ productId: 'balm', quantity: 1 }],
  }

  test('names the items and quotes the customer’s reason', () => {
    const { subject, text } = returnRequestOwnerEmail(SAMPLE_ORDER, orderReturn, {
      ...envelope,
      returnAddress: 'Warehouse Way',
    })
    expect(subject).toBe('Return R123456-1 requested for order #EB123456')
    expect(text).toContain('The customer has the return address')
    expect(text).toContain('“Too sweet”')
    expect(text).toContain('Lip Balm: × 1')
  })

  test('asks an owner without a return address to send one', () => {
    const { text } = returnRequestOwnerEmail(SAMPLE_ORDER, orderReturn, { ...envelope, returnAddress: null })
    expect(text).toContain('Your store has no return address yet, so send it to the customer')
  })
})

test('low stock names the products and how many are left of each', () => {
  const lowStock = [
    { name: 'Night Oil', stock: 2 },
    { name: 'Lip Balm', stock: 0 },
  ]
  const { subject, text } = lowStockEmail(SAMPLE_ORDER, lowStock, envelope)
  expect(subject).toBe('Low stock: Night Oil, Lip Balm')
  expect(text).toContain('Night Oil: 2 left\nLip Balm: Out of stock')
})
