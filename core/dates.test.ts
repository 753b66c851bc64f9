import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarDay, calendarMonth, endOfDay, formatDate, toInstant } from './dates.ts'

test('a date is written in the given time zone', () => {
  const at = new Date('2026-11-20T03:07:00Z')
  expect(formatDate(at, 'UTC')).toBe('November 20, 2026')
  expect(formatDate(at, 'America/New_York')).toBe('November 19, 2026')
  expect(formatDate(at, 'UTC', 'medium')).toBe('Nov 20, 2026')
  expect(formatDate(at, 'UTC', 'time').replaceAll(/\s/g, ' ')).toBe('Nov 20, 2026, 3:07 AM')
})

test('a calendar day is the one on the wall of the time zone', () => {
  const at = new Date('2026-11-22T04:22:00Z')
  expect(calendarDay(at, 'UTC')).toBe('2026-11-22')
  expect(calendarDay(at, 'America/New_York')).toBe('2026-11-21')
  expect(calendarDay(new Date('2026-11-21T19:00:00Z'), 'Asia/Kolkata')).toBe('2026-11-22')
})

test('a day ends at midnight of the time zone, on days with a clock change too', () => {
  const end = (day: string, timeZone: string) => endOfDay(day, timeZone)?.toISOString()
  expect(end('2026-11-21', 'UTC')).toBe('2026-11-21T23:59:59.000Z')
  expect(end('2026-11-21', 'America/New_York')).toBe('2026-11-22T04:59:59.000Z')
  expect(end('2026-11-01', 'America/New_York')).toBe('2026-11-02T04:59:59.000Z')
  expect(end('2026-03-08', 'America/New_York')).toBe('2026-03-09T03:59:59.000Z')
  expect(end('2026-11-21', 'Asia/Kolkata')).toBe('2026-11-21T18:29:59.000Z')
  expect(endOfDay('2026-13-41', 'UTC')).toEqual(new Date(Number.NaN))
})

describe('in any time zone, also where clocks change at midnight,', () => {
  const ZONES = [
    'UTC',
    'America/New_York',
    'America/Santiago',
    'America/Havana',
    'Africa/Cairo',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
  ]
  const FIRST = Date.UTC(2015, 0, 1)
  const anyDay = fc
    .integer({ min: 0, max: 15 * 365 })
    .map((days) => new Date(FIRST + days * 24 * 3_600_000).toISOString().slice(0, 10))
  const zone = fc.constantFrom(...ZONES)
  const nextDay = (day: string) => new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10)

  test('a day ends one second before the next one begins', () => {
    const days: [string, string][] = [
      ['2026-04-04', 'America/Santiago'],
      ['2026-09-05', 'America/Santiago'],
      ['2026-10-31', 'America/Havana'],
      ['2026-03-07', 'America/Havana'],
      ['2026-04-23', 'Africa/Cairo'],
    ]
    fc.assert(
      fc.property(anyDay, zone, (day, timeZone) => {
        const end = endOfDay(day, timeZone)
        expect(calendarDay(end, timeZone)).toBe(day)
        expect(calendarDay(new Date(end.getTime() + 1000), timeZone)).toBe(nextDay(day))
      }),
      { examples: days, numRuns: 200 },
    )
  })

  test('midnight is the first moment of its day', () => {
    fc.assert(
      fc.property(anyDay, zone, (day, timeZone) => {
        const midnight = toInstant(Date.parse(day), timeZone)
        expect(calendarDay(midnight, timeZone)).toBe(day)
        expect(nextDay(calendarDay(new Date(midnight.getTime() - 1), timeZone))).toBe(day)
      }),
      {
        examples: [
          ['2026-09-06', 'America/Santiago'],
          ['2026-11-01', 'America/Havana'],
        ],
        numRuns: 200,
      },
    )
  })

  test('a month is the one of its days', () => {
    expect(calendarMonth(new Date('2026-12-01T04:59:59Z'), 'America/New_York')).toBe('2026-11')
    expect(calendarMonth(new Date('2026-12-01T05:00:00Z'), 'America/New_York')).toBe('2026-12')
    expect(calendarMonth(new Date('2026-12-31T10:00:00Z'), 'Pacific/Kiritimati')).toBe('2027-01')
  })
})
