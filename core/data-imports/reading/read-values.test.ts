import { describe, expect, test } from 'vitest'
import { readAmount, readCount, readTime } from './read-values.ts'

describe('times', () => {
  test.each([
    ['2024-05-01 10:30:00 -0400', '2024-05-01T14:30:00.000Z'],
    ['2024-05-01 10:30:00 UTC', '2024-05-01T10:30:00.000Z'],
    ['2024-05-01T10:30:00Z', '2024-05-01T10:30:00.000Z'],
    ['2024-05-01T10:30:00+05:30', '2024-05-01T05:00:00.000Z'],
    ['2024-05-01 10:30', '2024-05-01T14:30:00.000Z'],
    ['2024-05-01', '2024-05-01T04:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(readTime(text, 'America/New_York')).toEqual({ value: new Date(expected) })
  })

  test.each(['5/1/2024', '2024-02-30', '2024-05-01 25:00', 'yesterday', '99999-01-01', '1969-12-31'])(
    '%s is refused',
    (text) => {
      expect(readTime(text, 'America/New_York')).toEqual({
        error: 'Enter a date such as 2024-05-31 or 2024-05-31 14:30.',
      })
    },
  )
})

test.each([
  ['12.50', 1250],
  ['12,50', 1250],
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['$12.5', 1250],
  ['-10.0', -1000],
  ['0', 0],
  ['12.5000', 1250],
])('the amount %s', (text, expected) => {
  expect(readAmount(text)).toEqual({ value: expected })
})

test.each(['', 'free', '12.345', '1e5', '99999999999', '12.5.0'])('the amount “%s” is refused', (text) => {
  expect(readAmount(text)).toEqual({ error: 'Enter an amount such as 12.50.' })
})

test('amounts of a currency without decimals', () => {
  expect(readAmount('1500', 0)).toEqual({ value: 1500 })
  expect(readAmount('1500.00', 0)).toEqual({ value: 1500 })
  expect(readAmount('1.234', 3)).toEqual({ value: 1234 })
})

test('counts', () => {
  expect(readCount('12')).toEqual({ value: 12 })
  expect(readCount('12.0')).toEqual({ value: 12 })
  expect(readCount('-1')).toEqual({ error: 'Enter a whole number such as 12.' })
})
