import { expect, test } from 'vitest'
import { groupOrderEvents, type OrderEvent } from './group-order-events.ts'

const event = (minute: number, topic: string, message: string): OrderEvent => ({
  at: new Date(Date.UTC(2027, 2, 1, 10, minute)),
  topic,
  message,
  by: null,
})
const messages = (events: OrderEvent[]) => groupOrderEvents(events).map(({ message }) => message)

test('repeated notices of a refund become one event that keeps their names', () => {
  const groups = groupOrderEvents([
    event(0, 'refund', 'Requested (refunded): $20.00'),
    event(1, 'provider', 'refund.created: unchanged'),
    event(1, 'refund', 'Done (re_1)'),
    event(2, 'provider', 'charge.refunded: unchanged'),
    event(3, 'provider', 'refund.updated: unchanged'),
    event(4, 'provider', 'refund.updated: refunded'),
  ])
  expect(groups.map(({ message }) => message)).toEqual([
    'Requested (refunded): $20.00',
    'Refund confirmed by Stripe, 4 notices',
    'Done (re_1)',
  ])
  expect(groups[1]?.notices).toEqual([
    'refund.created: unchanged',
    'charge.refunded: unchanged',
    'refund.updated: unchanged',
    'refund.updated: refunded',
  ])
})

test('older events have the same text', () => {
  const texts = ['unchanged', 'already', 'late payment: refunded', 'too late: refunded'].map(
    (outcome) => messages([event(0, 'provider', `checkout.session.completed: ${outcome}`)])[0],
  )
  expect(texts).toEqual([
    'Payment confirmed by Stripe',
    'Payment confirmed by Stripe',
    'Payment arrived too late and was refunded',
    'Payment arrived too late and was refunded',
  ])
})

test('notices an hour and more apart, and of different results, are separate', () => {
  expect(
    messages([
      event(0, 'provider', 'refund.created: waiting'),
      event(1, 'provider', 'refund.updated: refunded'),
      event(62, 'provider', 'refund.updated: refunded'),
    ]),
  ).toEqual(['Refund pending at Stripe', 'Refund confirmed by Stripe', 'Refund confirmed by Stripe'])
})

test('a refund that failed is never called confirmed', () => {
  expect(
    messages([
      event(0, 'refund', 'Failed: card closed'),
      event(1, 'provider', 'refund.failed: unchanged'),
      event(2, 'provider', 'refund.updated: failed: owner notified'),
      event(3, 'provider', 'refund.updated: unchanged'),
    ]),
  ).toEqual(['Failed: card closed', 'Refund failed at Stripe, 2 notices', 'Refund update from Stripe'])
})

test('the stock changes of one moment are one line for each kind of change', () => {
  expect(
    messages([
      event(0, 'stock', 'Held 2 × Night Oil'),
      event(0, 'stock', 'Held 1 × Lip Balm'),
      event(0, 'stock', 'Sold 2 × Night Oil'),
      event(0, 'stock', 'Sold 1 × Lip Balm'),
      event(9, 'stock', 'Returned 1 × Lip Balm'),
    ]),
  ).toEqual(['Held 2 × Night Oil, 1 × Lip Balm', 'Sold 2 × Night Oil, 1 × Lip Balm', 'Returned 1 × Lip Balm'])
})

test('payments are in plain words, and a dispute stays as it is', () => {
  expect(
    messages([
      event(0, 'provider', 'payment_intent.payment_failed: received'),
      event(1, 'provider', 'checkout.session.completed: paid'),
      event(2, 'provider', 'Dispute opened, product not received: $20.00'),
      event(3, 'provider', 'something.new: received'),
    ]),
  ).toEqual([
    'Payment declined',
    'Payment confirmed by Stripe',
    'Dispute opened, product not received: $20.00',
    'Update from Stripe',
  ])
})

test('an authorized payment isn’t called confirmed until it is charged', () => {
  const events = [
    event(0, 'payment', 'Authorized'),
    event(1, 'provider', 'payment_intent.amount_capturable_updated: authorized'),
    event(2, 'provider', 'checkout.session.completed: unchanged'),
    event(90, 'provider', 'charge.captured: unchanged'),
  ]
  expect(messages(events)).toEqual([
    'Authorized',
    'Payment authorized by Stripe',
    'Payment update from Stripe',
    'Payment charged by Stripe',
  ])
})
