import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { NewCheckoutSession } from './payment.ts'
import {
  refundParams,
  sessionParams,
  toDispute,
  toEvent,
  toRefund,
  toSession,
  toUnixSeconds,
} from './stripe-format.server.ts'

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

/** What the payment page shows: names, quantities, and amounts of its lines. */
const pageLines = (params: NewCheckoutSession) =>
  sessionParams(params).line_items?.map(({ quantity, price_data }) => [
    price_data?.product_data?.name,
    quantity,
    price_data?.unit_amount,
  ])

test('the payment page lists each item, shipping, and tax', () => {
  expect(pageLines(checkout)).toEqual([
    ['Night Serum', 2, 1599],
    ['Shipping', 1, 800],
    ['Tax', 1, 256],
  ])
})

test('a discounted order, or one of more than 100 lines, is one line with its total', () => {
  const total = [['Order EB123456', 1, 4000]]
  expect(pageLines({ ...checkout, total: 4000 })).toEqual(total)
  const lines = Array.from({ length: 101 }, (_, nth) => ({ name: `Item ${nth}`, amount: 40, quantity: 1 }))
  expect(pageLines({ ...checkout, total: 4040, lines })).toEqual([['Order EB123456', 1, 4040]])
  expect(pageLines({ ...checkout, total: 4000, lines: lines.slice(1) })).toHaveLength(100)
})

test('whatever its lines, the page charges the order’s total in its currency', () => {
  for (const total of [4254, 4000, 50]) {
    const items = sessionParams({ ...checkout, total }).line_items ?? []
    const charged = items.reduce(
      (sum, { price_data, quantity }) => sum + (price_data?.unit_amount ?? 0) * (quantity ?? 0),
      0,
    )
    expect(charged).toBe(total)
    expect(new Set(items.map(({ price_data }) => price_data?.currency))).toEqual(new Set(['gbp']))
  }
})

test('a session and its payment carry the IDs that find the order again', () => {
  const metadata = { order_id: 'ord_1', payment_id: 'pay_1', order_number: 'EB123456' }
  expect(sessionParams(checkout)).toMatchObject({
    mode: 'payment',
    metadata,
    payment_intent_data: { metadata, description: 'Order EB123456' },
    client_reference_id: 'ord_1',
    customer_email: 'grace@orchard.example',
    expires_at: 1_795_170_660,
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  })
})

test('a session with a form of the store returns there, and has no page of the provider', () => {
  const params = sessionParams({ ...checkout, hasForm: true, methods: ['card', 'klarna'] })
  expect(params).toMatchObject({
    ui_mode: 'elements',
    return_url: checkout.successUrl,
    allowed_payment_method_types: ['card', 'klarna'],
  })
  expect(params).not.toHaveProperty('success_url')
  expect(params).not.toHaveProperty('cancel_url')
  expect(toSession({ ...session, client_secret: 'cs_1_secret' }).clientSecret).toBe('cs_1_secret')
})

test('a session of an account names its customer instead of the email address, and offers to save', () => {
  const params = sessionParams({ ...checkout, customerId: 'cus_1' })
  expect(params).toMatchObject({
    customer: 'cus_1',
    saved_payment_method_options: { payment_method_save: 'enabled' },
  })
  // Stripe refuses both together.
  expect(params).not.toHaveProperty('customer_email')
  for (const customerId of [null, undefined]) {
    const ofGuest = sessionParams({ ...checkout, customerId })
    expect(ofGuest).not.toHaveProperty('customer')
    expect(ofGuest).not.toHaveProperty('saved_payment_method_options')
  }
  expect(toSession({ ...session, customer: 'cus_1' }).customerId).toBe('cus_1')
  expect(toSession({ ...session, customer: { id: 'cus_2' } as Stripe.Customer }).customerId).toBe('cus_2')
})

test('card statements show the suffix that the owner chose', () => {
  const suffix = (statementSuffix: string) =>
    sessionParams({ ...checkout, statementSuffix }).payment_intent_data?.statement_descriptor_suffix
  expect([suffix('BEAUTY'), suffix('')]).toEqual(['BEAUTY', undefined])
})

test('a refund names the payment, the amount, and the store’s refund', () => {
  const refund = { refundId: 'rfd_1', orderId: 'ord_1', intentId: 'pi_1', amount: 500 }
  expect(refundParams(refund)).toEqual({
    payment_intent: 'pi_1',
    amount: 500,
    metadata: { refund_id: 'rfd_1', order_id: 'ord_1' },
  })
})

const session = {
  id: 'cs_1',
  object: 'checkout.session',
  url: 'https://checkout.stripe.com/c/cs_1',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 4254,
  currency: 'gbp',
  payment_intent: null,
  metadata: { payment_id: 'pay_1' },
  created: 1_795_000_000,
} as unknown as Stripe.Checkout.Session

test('a session is paid only when its payment status says so', () => {
  expect(toSession(session)).toMatchObject({ state: 'open', paid: false, intentId: null, paymentId: 'pay_1' })
  expect(toSession({ ...session, status: 'complete' })).toMatchObject({ state: 'complete', paid: false })
  const paid = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' } as const
  expect(toSession(paid)).toMatchObject({
    state: 'complete',
    paid: true,
    amount: 4254,
    currency: 'gbp',
    intentId: 'pi_1',
  })
  expect(toSession({ ...session, payment_status: 'no_payment_required' })).toMatchObject({ paid: false })
})

test('a payment that takes longer is processing until its event or its intent says that it failed', () => {
  const intent = (status: string) =>
    ({ id: 'pi_1', object: 'payment_intent', status }) as Stripe.PaymentIntent
  const complete = { ...session, status: 'complete' } as const
  const withIntent = (status: string) => toSession({ ...complete, payment_intent: intent(status) })
  expect(withIntent('processing')).toMatchObject({ paid: false, failed: false, intentId: 'pi_1' })
  expect(withIntent('requires_payment_method')).toMatchObject({ paid: false, failed: true })
  expect(withIntent('canceled')).toMatchObject({ failed: true })
  expect(toSession({ ...complete, payment_intent: 'pi_1' }).failed).toBe(false)
  const event = (type: string) =>
    toEvent({ id: 'evt_1', type, created: 1, data: { object: complete } } as unknown as Stripe.Event)
  expect(event('checkout.session.async_payment_failed').session?.failed).toBe(true)
  expect(event('checkout.session.completed').session?.failed).toBe(false)
})

test('a session of another integration has no payment of this store', () => {
  expect(toSession({ ...session, metadata: {} }).paymentId).toBeNull()
  expect(toSession({ ...session, metadata: null }).paymentId).toBeNull()
})

test('an expanded payment counts like its ID', () => {
  const expanded = { id: 'pi_9' } as Stripe.PaymentIntent
  expect(toSession({ ...session, payment_intent: expanded }).intentId).toBe('pi_9')
})

const refund = {
  id: 're_1',
  object: 'refund',
  payment_intent: 'pi_1',
  amount: 700,
  status: 'succeeded',
  metadata: { refund_id: 'rfd_1' },
  created: 1_795_000_000,
} as unknown as Stripe.Refund

test.for([
  ['succeeded', 'done'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['pending', 'waiting'],
  ['requires_action', 'waiting'],
] as const)('a refund that is %s at the provider is %s here', ([status, state]) => {
  expect(toRefund({ ...refund, status }).state).toBe(state)
})

test('a refund made in the dashboard has no ID of this store, and its failure is readable', () => {
  expect(toRefund({ ...refund, metadata: null })).toMatchObject({ refundId: null, failure: null })
  expect(toRefund({ ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' }).failure).toBe(
    'expired or canceled card',
  )
})

test.for([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['warning_needs_response', 'open'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['won', 'won'],
  ['lost', 'lost'],
] as const)('a dispute that is %s counts as %s', ([status, state]) => {
  const dispute = { id: 'dp_1', payment_intent: 'pi_1', amount: 4254, reason: 'fraudulent', status }
  expect(toDispute(dispute as Stripe.Dispute)).toMatchObject({ state, intentId: 'pi_1', amount: 4254 })
})

const event = (type: string, object: object) =>
  toEvent({ id: 'evt_1', type, created: 1_795_000_000, data: { object } } as Stripe.Event)

test('an event carries what it is about, and nothing else', () => {
  const nothing = {
    session: null,
    declinedPaymentId: null,
    changedIntent: null,
    refund: null,
    refundedIntentId: null,
    dispute: null,
  }
  expect(event('payment_method.attached', { object: 'payment_method' })).toEqual({
    id: 'evt_1',
    kind: 'payment_method.attached',
    at: new Date(1_795_000_000_000),
    ...nothing,
  })
  expect(event('checkout.session.completed', session)).toMatchObject({
    ...nothing,
    session: { id: 'cs_1', amount: 4254 },
  })
  const declined = { object: 'payment_intent', metadata: { payment_id: 'pay_1' } }
  expect(event('payment_intent.payment_failed', declined)).toMatchObject({
    ...nothing,
    declinedPaymentId: 'pay_1',
  })
  expect(event('charge.refunded', { object: 'charge', payment_intent: 'pi_1' })).toMatchObject({
    ...nothing,
    refundedIntentId: 'pi_1',
  })
  expect(event('refund.updated', refund)).toMatchObject({ ...nothing, refund: { id: 're_1', amount: 700 } })
})

test('a payment that was declined in another integration names no payment of this store', () => {
  expect(event('payment_intent.payment_failed', { object: 'payment_intent', metadata: {} })).toMatchObject({
    declinedPaymentId: null,
  })
})

test('times are sent in whole seconds, rounded down', () => {
  expect(toUnixSeconds(new Date(1_795_000_000_999))).toBe(1_795_000_000)
})
