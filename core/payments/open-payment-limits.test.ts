import { expect, test } from 'vitest'
import { enforceOpenPaymentLimits } from './open-payment-limits.ts'

test('an email address may have two open payments and a network ten', () => {
  expect(() => enforceOpenPaymentLimits({ byEmail: 1, byNetwork: 9 })).not.toThrow()
  for (const open of [
    { byEmail: 2, byNetwork: 0 },
    { byEmail: 0, byNetwork: 10 },
  ])
    expect(() => enforceOpenPaymentLimits(open)).toThrow(
      'You have other payments in progress. Please complete one, or wait for it to expire.',
    )
})

test('a shopper with too many open payments may try again in ten minutes', () => {
  const refusal = expect.objectContaining({ code: 'too_often', retryAfter: 600 })
  expect(() => enforceOpenPaymentLimits({ byEmail: 3, byNetwork: 3 })).toThrow(refusal)
})
