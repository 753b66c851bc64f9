import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaignQuery, hostOf } from './landing.ts'
import { readOrderSource } from './order-source.ts'
import { readVisitSource, toVisitSource } from './visit-source.ts'

const OWN_HOST = 'eternalbeauty.example'

test.each([
  ['utm_source=Newsletter&utm_medium=email&utm_campaign=Spring+Edit', '', 'newsletter/email/spring edit'],
  ['gclid=1&ref=GRACE-10', 'https://www.vogue.example/private?token=1', 'grace-10//'],
  ['utm_medium=email', '', '/email/'],
  ['q=serum', 'https://www.vogue.example/private?token=1', 'vogue.example//'],
  ['utm_source=grace%40example.com', 'https://vogue.example/', 'vogue.example//'],
  ['utm_source=%2B1+503+555+0144', '', undefined],
  [`utm_source=${'x'.repeat(101)}`, '', undefined],
  ['utm_source=', 'https://www.eternalbeauty.example/cart', undefined],
  ['', 'https://accounts.google.com/', undefined],
  ['', 'not a URL', undefined],
  ['%', '', undefined],
] as const)('a visit with %j from %j has the source %j', (query, referrer, expected) => {
  const source = readVisitSource({ query, referrer }, OWN_HOST)
  expect(source ? Object.values(source).map((value) => value ?? '') : []).toEqual(expected?.split('/') ?? [])
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.constantFrom('Spring Edit', 'grace@example.com', '+1 503 555 0144', '<script>', 'É\u0301té', ''),
)
const referrer = fc.oneof(
  fc.webUrl(),
  text,
  fc.constantFrom(
    '',
    `https://www.${OWN_HOST}/cart`,
    'https://checkout.stripe.com/c/pay',
    'android-app://com.mail',
  ),
)
const parameter = fc.tuple(
  fc.constantFrom('utm_source', 'utm_medium', 'utm_campaign', 'ref', 'q', 'gclid'),
  text,
)

test('an order whose browser reports the page that the visit began with has the source of the visit', () => {
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 8 }), referrer, (parameters, linkedFrom) => {
      const url = new URL('https://eternalbeauty.example/')
      for (const [name, value] of parameters) url.searchParams.append(name, value.toWellFormed())
      const reported = { landing: campaignQuery(url.search), referrer: hostOf(linkedFrom) }
      const orderSource = readOrderSource(reported, OWN_HOST)
      expect(readVisitSource({ query: url.search.slice(1), referrer: linkedFrom }, OWN_HOST)).toEqual(
        orderSource && toVisitSource(orderSource),
      )
    }),
  )
})
