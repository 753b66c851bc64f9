import { expect, test } from 'vitest'
import { formatDate } from './dates.ts'

test('a date is written in the given time zone', () => {
  const at = new Date('2026-11-20T03:07:00Z')
  expect(formatDate(at, 'UTC')).toBe('November 20, 2026')
  expect(formatDate(at, 'America/New_York')).toBe('November 19, 2026')
  expect(formatDate(at, 'UTC', 'medium')).toBe('Nov 20, 2026')
  expect(formatDate(at, 'UTC', 'time').replaceAll(/\s/g, ' ')).toBe('Nov 20, 2026, 3:07 AM')
})
