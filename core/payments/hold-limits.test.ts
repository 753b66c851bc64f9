import { expect, test } from 'vitest'
import { enforceHoldLimit, HOLD_LIMITS, type Holds } from './hold-limits.ts'

const support = { email: 'care@shop.example', phone: '+1 800 555 0142' }
const check = (scope: keyof typeof HOLD_LIMITS, holds: Holds) => enforceHoldLimit(scope, holds, { support })

test('guests of a network can have ten open payments, and a shopper with too many may try again in ten minutes', () => {
  const products = [{ units: 10, stock: 500 }]
  expect(() => check('guests', { payments: 9, products })).not.toThrow()
  expect(() => check('guests', { payments: 10, products })).toThrow(
    expect.objectContaining({
      ...{ code: 'too_often', retryAfter: 600 },
      message:
        'Other payments from your network are in progress. Please complete or cancel one, or wait for it to expire. You can also log in to pay now.',
    }),
  )
  expect(() => check('everyone', { payments: 10, products })).not.toThrow()
})

test('guests of a network can hold 20 units of a product, or a third of its stock', () => {
  for (const [units, stock] of [
    [20, 20],
    [25, 75],
  ] as const) {
    expect(() => check('guests', { payments: 1, products: [{ units, stock }] })).not.toThrow()
    expect(() => check('guests', { payments: 1, products: [{ units: units + 1, stock }] })).toThrow('network')
  }
})

test('guests of a network can hold 120 units together, or a third of the stock of what they hold', () => {
  const hold = (count: number, stock: number) => ({
    payments: 1,
    products: Array.from({ length: count }, () => ({ units: 20, stock })),
  })
  expect(() => check('guests', hold(6, 20))).not.toThrow()
  expect(() => check('guests', hold(7, 20))).toThrow('network')
  expect(() => check('guests', hold(7, 60))).not.toThrow()
})

test('an order that is too large on its own says so', () => {
  const products = Array.from({ length: 20 }, () => ({ units: 20, stock: 20 }))
  expect(() => check('everyone', { payments: 0, products })).toThrow(
    expect.objectContaining({
      ...{ code: 'conflict' },
      message:
        'This order is larger than we can reserve for one payment. Please order fewer items, or contact care@shop.example.',
    }),
  )
})

test('what guests may hold leaves room for a customer of the same network', () => {
  const { guests, everyone } = HOLD_LIMITS
  for (const name of ['payments', 'units', 'unitsOfProduct', 'share'] as const)
    expect(everyone[name]).toBeGreaterThanOrEqual(2 * guests[name])
})
