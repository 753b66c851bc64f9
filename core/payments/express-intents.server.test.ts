import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { intentParams, toIntentSession } from './express-intents.server.ts'
import type { NewCheckoutSession } from './payment.ts'
import { toEvent } from './stripe-format.server.ts'

const checkout: NewCheckoutSession = {
  paymentId: 'pay_1',
  orderId: 'ord_1',
  number: 'EB123456',
  email: 'grace@orchard.example',
  currency: 'gbp',
  total: 4254,
  lines: [
    { name: 'Night Serum', amount: 1599, quantity: 2 },
    { name: 'Shipping', amount: 800, quantity: 1 },
    { name: 'Tax', amount: 256, quantity: 1 },
  ],
  expiresAt: new Date('2026-11-20T10:31:00.900Z'),
  hasForm: false,
  isExpress: false,
  isCapturedLater: false,
  statementSuffix: '',
  methods: ['card'],
  successUrl: 'https://store.example/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://store.example/checkout',
}

const intent = {
  ...{
    id: 'pi_1',
    object: 'payment_intent',
    status: 'requires_payment_method',
    client_secret: 'pi_1_secret',
  },
  ...{
    amount: 4254,
    currency: 'gbp',
    metadata: { payment_id: 'pay_1', express: 'yes' },
    created: 1_795_000_000,
  },
} as unknown as Stripe.PaymentIntent

test('an express payment is an intent for the total, with the methods that wallets have', () => {
  expect(intentParams({ ...checkout, isExpress: true, methods: ['card', 'link'] })).toEqual({
    amount: checkout.total,
    currency: 'gbp',
    allowed_payment_method_types: ['card', 'link'],
    description: 'Order EB123456',
    metadata: { order_id: 'ord_1', payment_id: 'pay_1', order_number: 'EB123456', express: 'yes' },
  })
})

test.for([
  ['requires_payment_method', { state: 'open', paid: false, clientSecret: 'pi_1_secret' }],
  ['requires_action', { state: 'open', paid: false }],
  ['processing', { state: 'complete', paid: false, failed: false, clientSecret: null }],
  ['succeeded', { state: 'complete', paid: true, clientSecret: null }],
  ['canceled', { state: 'expired', paid: false, clientSecret: null }],
] as const)('to the store, an intent that is %s is a session', ([status, expected]) => {
  const facts = { id: 'pi_1', intentId: 'pi_1', paymentId: 'pay_1', amount: 4254, currency: 'gbp' }
  expect(toIntentSession({ ...intent, status })).toMatchObject({ ...facts, ...expected })
})

test('events of intents count only if no session reports the payment too', () => {
  const event = (type: string, object: object) =>
    toEvent({ id: 'evt_1', type, created: 1, data: { object } } as unknown as Stripe.Event)
  const paid = { ...intent, status: 'succeeded' }
  expect(event('payment_intent.succeeded', paid).session).toMatchObject({ id: 'pi_1', paid: true })
  const ofSession = { ...paid, metadata: { payment_id: 'pay_1' } }
  expect(event('payment_intent.succeeded', ofSession).session).toBeNull()
  const declined = event('payment_intent.payment_failed', intent)
  expect([declined.session, declined.declinedPaymentId]).toEqual([null, 'pay_1'])
})
