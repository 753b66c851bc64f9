import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAmount } from './amount.ts'

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
