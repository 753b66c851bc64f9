import { expect, test } from 'vitest'
import { lastCalendarDays } from './days.ts'

const NOW = new Date('2026-11-22T04:08:00Z')

test('calendar days begin and end at midnight, and today is the last', () => {
  const days = lastCalendarDays(NOW, 2, 'UTC')
  expect(days).toEqual([
    { day: '2026-11-21', start: new Date('2026-11-21T00:00:00Z'), end: new Date('2026-11-22T00:00:00Z') },
    { day: '2026-11-22', start: new Date('2026-11-22T00:00:00Z'), end: new Date('2026-11-23T00:00:00Z') },
  ])
})

test.for([
  ['America/New_York', '2026-11-21', '2026-11-21T05:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-22', '2026-11-21T18:30:00.000Z'],
] as const)('in %s, today is %s', ([timeZone, day, start]) => {
  const today = lastCalendarDays(NOW, 1, timeZone)[0]
  expect([today?.day, today?.start.toISOString()]).toEqual([day, start])
})

test('a day has 25 hours when clocks go back, and 23 when they go forward', () => {
  const hours = (now: string) =>
    lastCalendarDays(new Date(now), 3, 'America/New_York').map(
      ({ start, end }) => (end.getTime() - start.getTime()) / 3_600_000,
    )
  expect(hours('2026-11-02T12:00:00Z')).toEqual([24, 25, 24])
  expect(hours('2026-03-09T12:00:00Z')).toEqual([24, 23, 24])
})
