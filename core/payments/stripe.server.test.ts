import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { test as base, expect } from 'vitest'
import { createLog } from '../log.ts'
import {
  AmountTooSmall,
  type PaymentProvider,
  ProviderAuthFailure,
  ProviderFailure,
  ProviderRejection,
  UncertainOutcome,
} from './payment.ts'
import { stripePayments } from './stripe.server.ts'

type ApiRequest = { method: string; path: string; key: string | undefined; body: string }
type StripeApi = {
  provider: PaymentProvider
  requests: ApiRequest[]
  respond(status: number, body: object, headers?: Record<string, string>): void
}

const WEBHOOK_SECRET = 'whsec_test'

/** A server that answers every request of the client in the same way. */
const test = base.extend<{ api: StripeApi }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from its parameters
  api: async ({}, use) => {
    const requests: ApiRequest[] = []
    let send = (response: ServerResponse): void => void response.writeHead(500).end('{}')
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      const { method = '', url: path = '', headers } = request
      requests.push({ method, path, body, key: headers['idempotency-key']?.toString() })
      send(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const provider = stripePayments({
      key: 'sk_test_x',
      webhookSecret: WEBHOOK_SECRET,
      base: `http://127.0.0.1:${port}`,
    })
    const respond: StripeApi['respond'] = (status, body, headers = {}) => {
      // The client would wait between its retries.
      const allHeaders = { 'content-type': 'application/json', 'stripe-should-retry': 'false', ...headers }
      send = (response) => response.writeHead(status, allHeaders).end(JSON.stringify(body))
    }
    await use({ provider, requests, respond })
    server.close()
    server.closeAllConnections()
  },
})

const refund = { refundId: 'rfd_1', orderId: 'ord_1', intentId: 'pi_1', amount: 500 }
const error = (type: string, code?: string) => ({ error: { type, code, message: 'The reason' } })

test.for([
  ['an invalid request', 400, error('invalid_request_error'), ProviderRejection],
  ['a declined card', 402, error('card_error', 'card_declined'), ProviderRejection],
  ['too small an amount', 400, error('invalid_request_error', 'amount_too_small'), AmountTooSmall],
  ['a wrong API key', 401, error('invalid_request_error'), ProviderAuthFailure],
  ['a key without permission', 403, error('invalid_request_error'), ProviderAuthFailure],
] as const)(
  '%s did not happen, and the provider’s reason is shown',
  async ([, status, body, expected], { api }) => {
    api.respond(status, body)
    const refused = api.provider.refund(refund, 'key')
    await expect(refused).rejects.toBeInstanceOf(expected)
    await expect(refused).rejects.toThrow('The reason')
  },
)

test('a redirect is not followed, so the key goes nowhere else', async ({ api }) => {
  api.respond(307, {}, { location: '/elsewhere' })
  await expect(api.provider.refund(refund, 'key')).rejects.toBeInstanceOf(UncertainOutcome)
  expect(new Set(api.requests.map(({ path }) => path))).toEqual(new Set(['/v1/refunds']))
})

test('what the provider says about a buyer is not logged, only its code and request ID', async ({ api }) => {
  const body = error('invalid_request_error', 'email_invalid')
  const message = 'Invalid email address: canary@orchard.example of Canary Holloway'
  for (const status of [400, 401, 409, 500]) {
    api.respond(status, { error: { ...body.error, message } }, { 'request-id': 'req_1' })
    const lines: string[] = []
    const log = createLog('debug', (line) => lines.push(line))
    await api.provider.refund(refund, 'key').catch((failure) => log.error('failed', { error: failure }))
    expect(lines.join()).not.toMatch(/canary/i)
    expect(JSON.parse(lines[0] ?? '').error.code).toMatch(/^Stripe\w+Error email_invalid req_1$/)
  }
})

test.for([
  ['an error of the provider', 500, error('api_error'), ProviderFailure],
  ['too many requests', 429, error('invalid_request_error', 'rate_limit'), UncertainOutcome],
  ['a conflict of two requests with one key', 409, error('idempotency_error'), UncertainOutcome],
] as const)('after %s, the refund may have happened anyway', async ([, status, body, expected], { api }) => {
  api.respond(status, body)
  const unclear = api.provider.refund(refund, 'key')
  await expect(unclear).rejects.toBeInstanceOf(expected)
  await expect(unclear).rejects.not.toBeInstanceOf(ProviderRejection)
})

test('a failure that the provider only repeats under its key is recognized', async ({ api }) => {
  api.respond(500, error('api_error'))
  await expect(api.provider.refund(refund, 'key')).rejects.toMatchObject({ isRepeated: false })
  api.respond(500, error('api_error'), { 'idempotent-replayed': 'true' })
  await expect(api.provider.refund(refund, 'key')).rejects.toMatchObject({ isRepeated: true })
})

test('refunds and sessions are requested with their idempotency keys', async ({ api }) => {
  api.respond(200, { id: 're_1' })
  expect(await api.provider.refund(refund, 'rfd_1:1')).toEqual({ id: 're_1' })
  const session = { id: 'cs_1', object: 'checkout.session', status: 'open', created: 1, url: null }
  api.respond(200, session)
  const params = {
    ...{ paymentId: 'pay_1', orderId: 'ord_1', number: 'EB1', email: 'grace@orchard.example' },
    ...{
      currency: 'usd' as const,
      total: 100,
      lines: [],
      expiresAt: new Date(),
      hasForm: false,
      isExpress: false,
      isCapturedLater: false,
      statementSuffix: '',
      methods: ['card' as const],
      successUrl: '',
      cancelUrl: '',
    },
  }
  const create = () => api.provider.createSession(params, 'pay_1:1')
  await expect(create(), 'without a page to pay on').rejects.toThrow('No checkout URL received from Stripe')
  api.respond(200, { ...session, url: 'https://checkout.stripe.com/c/cs_1' })
  expect(await create()).toMatchObject({ id: 'cs_1', url: 'https://checkout.stripe.com/c/cs_1' })
  expect(api.requests.map(({ path, key }) => [path, key])).toEqual([
    ['/v1/refunds', 'rfd_1:1'],
    ['/v1/checkout/sessions', 'pay_1:1'],
    ['/v1/checkout/sessions', 'pay_1:1'],
  ])
  expect(new URLSearchParams(api.requests[0]?.body).get('metadata[refund_id]')).toBe('rfd_1')
})

test('events are listed for the requested window, oldest first', async ({ api }) => {
  const event = (id: string) => ({
    id,
    type: 'charge.refunded',
    created: 10,
    data: { object: { object: 'charge' } },
  })
  api.respond(200, { object: 'list', has_more: false, data: [event('evt_2'), event('evt_1')] })
  const events = await api.provider.eventsBetween(new Date(5000), new Date(20_000))
  expect(events.map(({ id }) => id)).toEqual(['evt_1', 'evt_2'])
  await api.provider.eventsBetween(new Date(5000), null)
  const windows = api.requests.map(({ path }) => new URL(path, 'http://x').searchParams)
  expect(windows.map((window) => [window.get('created[gte]'), window.get('created[lt]')])).toEqual([
    ['5', '20'],
    ['5', null],
  ])
  expect(windows[0]?.getAll('types[0]')).toEqual(['checkout.session.completed'])
})

test('a webhook is read only if the provider signed exactly this body', async ({ api }) => {
  const body = JSON.stringify({
    ...{ id: 'evt_1', object: 'event', type: 'charge.refunded', created: 1 },
    data: { object: { object: 'charge', payment_intent: 'pi_1' } },
  })
  const { webhooks } = new Stripe('sk_test_x')
  const sign = (payload: string, secret: string) => webhooks.generateTestHeaderString({ payload, secret })
  expect(api.provider.readWebhook(body, sign(body, WEBHOOK_SECRET))).toMatchObject({
    id: 'evt_1',
    refundedIntentId: 'pi_1',
  })
  expect(api.provider.readWebhook(`${body} `, sign(body, WEBHOOK_SECRET))).toBeUndefined()
  expect(api.provider.readWebhook(body, sign(body, 'whsec_other'))).toBeUndefined()
  expect(api.provider.readWebhook(body, 'nonsense')).toBeUndefined()
})

test('without a webhook secret, no webhook is accepted, and payments go to Stripe by default', () => {
  const provider = stripePayments({ key: 'sk_test_x', webhookSecret: undefined, base: undefined })
  expect(provider.readWebhook('{}', 't=1,v1=00')).toBeUndefined()
  expect(provider.checkoutOrigin).toBe('https://checkout.stripe.com')
})
