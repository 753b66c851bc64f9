import { expect, test } from 'vitest'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { quote } from '../pricing/quote.ts'
import {
  PriceChanged,
  type Purchase,
  rejectBelowMinimum,
  rejectChangedPrice,
  requestToHash,
} from './purchase.ts'

const lines = [{ productId: 'oil', quantity: 1, price: 4800 }]
const priced = { ...quote(lines, DEFAULT_REGIONS.GB), offer: null }
const purchase = { lines, region: 'GB', code: '', method: 'card' } as unknown as Purchase

const check = (expected: Purchase['expected']) => () => rejectChangedPrice({ ...purchase, expected }, priced)

test('a purchase goes through at the total and in the currency that the page showed', () => {
  expect(check({ total: priced.total, currency: 'gbp' })).not.toThrow()
  expect(check({ total: priced.total, currency: undefined })).not.toThrow()
  expect(check(undefined), 'an API client that expects nothing').not.toThrow()
})

test('another total, higher or lower, or another currency is refused with the new quote', () => {
  for (const expected of [
    { total: priced.total - 1, currency: 'gbp' },
    { total: priced.total + 1, currency: undefined },
    { total: undefined, currency: 'usd' },
    { total: 0, currency: 'gbp' },
  ] as const) {
    expect(check(expected)).toThrow(PriceChanged)
    const refusal = { code: 'price_changed', quote: { ...priced, offer: null } }
    expect(check(expected)).toThrow(expect.objectContaining(refusal))
  }
})

test('only card payments have a minimum', () => {
  const tiny = { ...priced, total: 1 }
  expect(() => rejectBelowMinimum(purchase, tiny)).toThrow('The minimum card payment is £0.40.')
  expect(() => rejectBelowMinimum({ ...purchase, method: 'demo' }, tiny)).not.toThrow()
  expect(() => rejectBelowMinimum(purchase, priced)).not.toThrow()
})

test('a request is the same one again if its products and quantities are, whatever else its lines say', () => {
  const again = { ...purchase, lines: [{ productId: 'oil', quantity: 1, price: 1 }] }
  expect(requestToHash(again)).toEqual(requestToHash(purchase))
  const more = { ...purchase, lines: [{ productId: 'oil', quantity: 2 }] }
  expect(requestToHash(more)).not.toEqual(requestToHash(purchase))
  expect(requestToHash({ ...purchase, code: 'ROSE' } as Purchase)).not.toEqual(requestToHash(purchase))
  expect(requestToHash({ ...purchase, giftMessage: null }), 'as before there were messages').toEqual(
    requestToHash(purchase),
  )
  expect(requestToHash({ ...purchase, giftMessage: 'For you' })).not.toEqual(requestToHash(purchase))
  expect(requestToHash({ lines: undefined }), 'the cart').toEqual({ items: undefined })
})
