import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { toSavedMethod } from './stripe-customers.server.ts'

const method = (fields: object) =>
  toSavedMethod({ id: 'pm_1', object: 'payment_method', ...fields } as Stripe.PaymentMethod)

const CARD = { brand: 'visa', last4: '4242', exp_month: 5, exp_year: 2031, wallet: null }

test('a card has its brand, last digits, expiry, and wallet', () => {
  expect(method({ type: 'card', card: CARD })).toEqual({
    ...{ id: 'pm_1', type: 'card', name: 'Visa', last4: '4242', wallet: null },
    expires: { month: 5, year: 2031 },
  })
  const wallet = { type: 'apple_pay', dynamic_last4: null }
  expect(method({ type: 'card', card: { ...CARD, brand: 'amex', wallet } })).toMatchObject({
    name: 'American Express',
    wallet: 'Apple Pay',
  })
  expect(
    method({ type: 'card', card: { ...CARD, brand: 'unknown', wallet: { type: 'new' } } }),
  ).toMatchObject({ name: 'Card', wallet: 'a wallet' })
})

test('other methods have their name, and nothing about their owner', () => {
  const nothing = { last4: null, expires: null, wallet: null }
  expect(method({ type: 'link', link: { email: 'grace@orchard.example' } })).toEqual({
    ...{ id: 'pm_1', type: 'link', name: 'Link' },
    ...nothing,
  })
  expect(method({ type: 'paypal', paypal: { payer_email: 'grace@orchard.example' } })).toEqual({
    ...{ id: 'pm_1', type: 'paypal', name: 'PayPal' },
    ...nothing,
  })
  expect(method({ type: 'us_bank_account', us_bank_account: { last4: '6789' } })).toMatchObject({
    name: 'Bank account',
    last4: '6789',
  })
  expect(method({ type: 'brand_new' })).toMatchObject({ name: 'Payment method', ...nothing })
})
