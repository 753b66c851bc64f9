import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candidateNumbers } from './order-number.ts'

test('an order number is EB and the last six digits of the time', () => {
  expect(candidateNumbers(new Date(1_795_000_123_456))[0]).toBe('EB123456')
  expect(candidateNumbers(new Date(1_795_000_000_042))[0]).toBe('EB000042')
})

test('the next numbers follow, also from 999999 to 000000, and then come longer ones', () => {
  const numbers = candidateNumbers(new Date(1_795_000_999_997), () => 12_345_678)
  expect(numbers).toEqual([
    ...['EB999997', 'EB999998', 'EB999999', 'EB000000', 'EB000001', 'EB000002', 'EB000003', 'EB000004'],
    ...['EB12345678', 'EB12345678'],
  ])
})

test('every number is EB with six or eight digits, and random ones cannot collide with those of the time', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), noInvalidDate: true }), (now) => {
      const numbers = candidateNumbers(now)
      for (const number of numbers.slice(0, 8)) expect(number).toMatch(/^EB\d{6}$/)
      for (const number of numbers.slice(8)) expect(number).toMatch(/^EB[1-9]\d{7}$/)
      expect(new Set(numbers.slice(0, 8)).size).toBe(8)
    }),
  )
})
