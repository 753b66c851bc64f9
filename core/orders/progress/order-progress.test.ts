import { expect, test } from 'vitest'
import { closedLabel, currentStep, PROGRESS_STEPS } from './order-progress.ts'

test('a paid order and a test order are at the step of their status', () => {
  for (const status of PROGRESS_STEPS) {
    expect(currentStep({ status, paymentStatus: 'paid', paymentMethod: 'card' })).toBe(status)
    expect(currentStep({ status, paymentStatus: 'pending', paymentMethod: 'demo' })).toBe(status)
  }
})

test.each([
  ['pending', 'pending', 'Waiting for your payment'],
  ['pending', 'failed', 'Payment failed'],
  ['cancelled', 'failed', 'Cancelled'],
  ['cancelled', 'refunded', 'Cancelled'],
  ['refunded', 'refunded', 'Refunded'],
  ['delivered', 'refunded', 'Refunded'],
] as const)(
  'an order that is %s and whose payment is %s has no steps: %s',
  (status, paymentStatus, label) => {
    expect(currentStep({ status, paymentStatus, paymentMethod: 'card' })).toBeNull()
    expect(closedLabel({ status, paymentStatus })).toBe(label)
  },
)
