import { expect, test } from 'vitest'
import { describeChange, describePointChange } from './period-change.ts'

const usd = (cents: number) => `$${cents / 100}`

test('a change is a percentage and an amount', () => {
  expect(describeChange(11_250, 10_000, usd)).toBe('+12.5% (+$12.5)')
  expect(describeChange(5000, 10_000, usd)).toBe('−50% (−$50)')
  expect(describeChange(7, 7, String)).toBe('±0% (±0)')
})

test('without anything before, there is no percentage', () => {
  expect(describeChange(7, 0, String)).toBe('+7 (none before)')
  expect(describeChange(0, 0, String)).toBe('Same as before')
  expect(describeChange(7, undefined, String)).toBe('No earlier data')
})

test('a rate changes by points', () => {
  expect(describePointChange(2.5, 2.1)).toBe('+0.4 points')
  expect(describePointChange(2.1, 2.5)).toBe('−0.4 points')
  expect(describePointChange(2.1, null)).toBe('No earlier data')
})
