import { expect, test } from 'vitest'
import type { Dispute } from '#core/payments/payment.ts'
import { SAMPLE_ORDER } from '../order.fixture.ts'
import { disputeEmail } from './dispute-email.ts'

const envelope = {
  to: 'owner@store.example',
  sender: { name: 'Eternal Beauty', support: 'care@store.example', footer: '', logo: null },
  link: 'https://store.example/admin/orders/disputes/dp_1',
}
const dispute: Dispute = {
  ...{ id: 'dp_1', intentId: 'pi_1', amount: 5860, reason: 'product_not_received', state: 'open' },
  ...{ status: 'needs_response', dueBy: new Date('2026-12-06T18:00:00Z'), answerable: true },
}

test.for([
  ['open', 'Order #EB123456 was disputed', 'before the deadline'],
  ['won', 'Order #EB123456: dispute won', 'The payment stays with you'],
  ['lost', 'Order #EB123456: dispute lost', 'Your books and the order show it as a refund.'],
] as const)('a dispute that is %s says what it means for the owner', ([state, subject, sentence]) => {
  const email = disputeEmail(SAMPLE_ORDER, { ...dispute, state }, envelope)
  expect(email.subject).toBe(subject)
  expect(email.text).toContain(sentence)
  expect(email.text).toContain('Amount: $58.60\nReason: Product not received')
  expect(email.text.includes('Evidence due by: Dec 6, 2026, 6:00 PM')).toBe(state === 'open')
  expect(email.text).toContain(envelope.link)
})

test('a dispute is announced once, its end once more, and an inquiry as such', () => {
  const keys = (['open', 'open', 'lost', 'lost'] as const).map(
    (state) => disputeEmail(SAMPLE_ORDER, { ...dispute, state }, envelope).key,
  )
  expect(new Set(keys)).toEqual(new Set(['dispute:dp_1', 'dispute-lost:dp_1']))
  const inquiry = disputeEmail(SAMPLE_ORDER, { ...dispute, status: 'warning_needs_response' }, envelope)
  expect(inquiry.subject).toBe('Order #EB123456: the bank has a question')
  expect(inquiry.key).toBe('dispute-inquiry:dp_1')
})

test('a bank that accepts no evidence asks for nothing', () => {
  const { text } = disputeEmail(SAMPLE_ORDER, { ...dispute, dueBy: null, answerable: false }, envelope)
  expect(text).toContain('their bank accepts no evidence')
})
