import { expect, test } from 'vitest'
import { calendarDay, endOfDay } from './calendar.ts'

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
