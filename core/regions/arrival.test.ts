import { expect, test } from 'vitest'
import { arrivalDays, formatArrival } from './arrival.ts'

const arrival = (from: string, deliveryDays: [number, number], timeZone = 'UTC') =>
  formatArrival(arrivalDays({ deliveryDays }, new Date(from), timeZone))

test('an arrival counts business days from the day after', () => {
  expect(arrival('2026-11-27T17:31:00Z', [2, 4])).toBe('between Tue, Dec 1 and Thu, Dec 3')
  expect(arrival('2026-11-28T09:00:00Z', [1, 1])).toBe('on Mon, Nov 30')
  expect(arrival('2026-12-28T09:00:00Z', [4, 6])).toBe('between Fri, Jan 1 and Tue, Jan 5')
})

test('the day of an order is the one of the store’s time zone', () => {
  expect(arrival('2026-12-01T02:00:00Z', [1, 2])).toBe('between Wed, Dec 2 and Thu, Dec 3')
  expect(arrival('2026-12-01T02:00:00Z', [1, 2], 'America/New_York')).toBe(
    'between Tue, Dec 1 and Wed, Dec 2',
  )
})
