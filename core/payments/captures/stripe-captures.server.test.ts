import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { sessionParams, toEvent } from '../stripe-format.server.ts'
import { toIntent } from './stripe-captures.server.ts'

const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'requires_capture',
  amount_received: 0,
  metadata: { payment_id: 'pay_1' },
  latest_charge: { payment_method_details: { card: { capture_before: 1_795_000_000 } } },
}

// Of Stripe's objects, the tests have what the store reads.
const parse = <Parsed>(object: object) => JSON.parse(JSON.stringify(object)) as Parsed
const toParsedIntent = (change: object = {}) =>
  toIntent(parse<Stripe.PaymentIntent>({ ...intent, ...change }))

test('an authorization has the time until which it can be captured, if the provider gives one', () => {
  expect(toParsedIntent()).toEqual({
    id: 'pi_1',
    state: 'authorized',
    captured: 0,
    authorizedUntil: new Date(1_795_000_000_000),
  })
  for (const latest_charge of [null, 'ch_1', { payment_method_details: { paypal: {} } }])
    expect(toParsedIntent({ latest_charge }).authorizedUntil).toBeNull()
})

test.for([
  ['requires_capture', 'authorized'],
  ['succeeded', 'captured'],
  ['canceled', 'released'],
  ['requires_payment_method', 'failed'],
  ['processing', 'processing'],
  ['requires_action', 'processing'],
] as const)('an intent that is %s at the provider is %s here', ([status, state]) => {
  expect(toParsedIntent({ status, amount_received: 500 })).toMatchObject({ state, captured: 500 })
})

test.for([
  ['payment_intent.amount_capturable_updated', intent],
  ['payment_intent.canceled', intent],
  ['charge.captured', { object: 'charge', payment_intent: 'pi_1', metadata: { payment_id: 'pay_1' } }],
  ['charge.expired', { object: 'charge', payment_intent: { id: 'pi_1' }, metadata: { payment_id: 'pay_1' } }],
] as const)('%s names the intent that changed, and its payment', ([type, object]) => {
  const event = parse<Stripe.Event>({ id: 'evt_1', type, created: 1_795_000_000, data: { object } })
  expect(toEvent(event).changedIntent).toEqual({ id: 'pi_1', paymentId: 'pay_1' })
})

test('Stripe is asked to hold a payment only if the store captures it later', () => {
  const checkout = {
    ...{ paymentId: 'pay_1', orderId: 'ord_1', number: 'EB123456', email: 'grace@orchard.example' },
    ...{ currency: 'usd' as const, total: 100, lines: [], expiresAt: new Date(), statementSuffix: '' },
    ...{ hasForm: false, isExpress: false, methods: ['card' as const], successUrl: '', cancelUrl: '' },
  }
  const [later, atOnce] = [true, false].map((isCapturedLater) =>
    sessionParams({ ...checkout, isCapturedLater }),
  )
  expect(later?.payment_intent_data?.capture_method).toBe('manual')
  expect(later?.custom_text).toEqual({ submit: { message: 'We charge your card when your order ships.' } })
  expect([atOnce?.payment_intent_data?.capture_method, atOnce?.custom_text]).toEqual([undefined, undefined])
  const inForm = sessionParams({ ...checkout, isCapturedLater: true, hasForm: true })
  expect(inForm.custom_text, 'the store’s page says it').toBeUndefined()
})
