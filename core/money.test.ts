import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideHalfUp, formatFigure, formatMoney, parseAmount } from './money.ts'

test('division rounds half up', () => {
  expect(divideHalfUp(5, 2)).toBe(3)
  expect(divideHalfUp(7, 3)).toBe(2)
  expect(divideHalfUp(-5, 2)).toBe(-2)
})

test('a quotient is off by at most half a unit and never rounds a half down', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e12 }),
      fc.integer({ min: 1, max: 10_000 }),
      (dividend, divisor) => {
        const remainder = divideHalfUp(dividend, divisor) * divisor * 2 - dividend * 2
        expect(remainder).toBeLessThanOrEqual(divisor)
        expect(remainder).toBeGreaterThan(-divisor)
      },
    ),
  )
})

test('an amount beyond the safe integer range throws instead of rounding', () => {
  expect(() => divideHalfUp(Number.MAX_SAFE_INTEGER, 1)).toThrow('out of range')
})

test.each([
  [{ amount: 6800, currency: 'usd' }, '$68.00'],
  [{ amount: 123_456, currency: 'usd' }, '$1234.56'],
  [{ amount: 5, currency: 'cad' }, 'C$0.05'],
  [{ amount: 5440, currency: 'gbp' }, '£54.40'],
  [{ amount: 564_400, currency: 'inr' }, '₹5,644'],
  [{ amount: 12_450_000, currency: 'inr' }, '₹1,24,500'],
  [{ amount: 1_234_567_850, currency: 'inr' }, '₹1,23,45,679'],
  [{ amount: -250, currency: 'usd' }, '-$2.50'],
] as const)('%o is formatted as %s', (money, text) => {
  expect(formatMoney(money)).toBe(text)
})

test('rupees use Indian digit grouping', () => {
  const indian = new Intl.NumberFormat('en-IN')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e10 }), (rupees) => {
      expect(formatMoney({ amount: rupees * 100, currency: 'inr' })).toBe(`₹${indian.format(rupees)}`)
    }),
  )
})

test('report figures have thousands separators', () => {
  const figure = (amount: number, currency: 'usd' | 'inr' = 'usd') => formatFigure({ amount, currency })
  expect([figure(99_999), figure(100_000), figure(-123_456_789)]).toEqual([
    '$999.99',
    '$1,000.00',
    '-$1,234,567.89',
  ])
  expect(figure(12_450_000, 'inr')).toBe('₹1,24,500')
})

test.each([
  ['12.50', 1250],
  ['-4', -400],
  [' 7.5 ', 750],
  ['0.01', 1],
  ['-0', 0],
  ['999999999.99', 99_999_999_999],
])('%j is a valid amount', (text, cents) => expect(parseAmount(text)).toEqual({ cents }))

test.each([
  ['', /enter an amount/],
  ['1e3', /Enter a number/],
  ['٣', /Enter a number/],
  ['1,000', /Enter a number/],
  ['+5', /Enter a number/],
  ['5.', /Enter a number/],
  ['NaN', /Enter a number/],
  ['0.001', /two decimal places/],
  ['123456789012', /at most 999,999,999\.99/],
])('%j is refused with a reason', (text, pattern) =>
  expect(parseAmount(text)).toEqual({ error: expect.stringMatching(pattern) }),
)

test('a formatted amount parses back to the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
      fc.pre(cents !== 0)
      const [whole, rest] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100]
      expect(parseAmount(`${cents < 0 ? '-' : ''}${whole}.${String(rest).padStart(2, '0')}`)).toEqual({
        cents,
      })
    }),
  )
})
