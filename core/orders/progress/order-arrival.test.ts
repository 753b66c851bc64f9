import { expect, test } from 'vitest'
import { DEFAULT_STORE_SETTINGS } from '#core/settings/store-settings.ts'
import { orderArrival, shownArrival } from './order-arrival.ts'

const PLACED = {
  ...({ status: 'pending', paymentStatus: 'paid', paymentMethod: 'card', region: 'US' } as const),
  createdAt: new Date('2026-11-24T12:00:00Z'),
}
const arrivalOn = (day: string, changes: Partial<Parameters<typeof orderArrival>[0]> = {}) =>
  orderArrival({ ...PLACED, ...changes }, DEFAULT_STORE_SETTINGS, new Date(`${day}T12:00:00Z`))

test('an arrival names both days, then the last one, and nothing once that has passed', () => {
  expect(arrivalOn('2026-11-24')).toBe('between Thu, Nov 26 and Mon, Nov 30')
  expect(arrivalOn('2026-11-26', { status: 'shipped' })).toBe('between Thu, Nov 26 and Mon, Nov 30')
  expect(arrivalOn('2026-11-27', { status: 'shipped' })).toBe('by Mon, Nov 30')
  expect(arrivalOn('2026-12-01', { status: 'shipped' })).toBeNull()
})

test('nothing arrives from an order that is delivered, cancelled, or not paid', () => {
  expect(arrivalOn('2026-11-24', { status: 'delivered' })).toBeNull()
  expect(arrivalOn('2026-11-24', { status: 'cancelled' })).toBeNull()
  expect(arrivalOn('2026-11-24', { paymentStatus: 'pending' })).toBeNull()
})

test('a test order has days, but they aren’t shown as its own', () => {
  const testOrder = { ...PLACED, paymentMethod: 'demo', paymentStatus: 'pending' } as const
  expect(arrivalOn('2026-11-24', testOrder)).not.toBeNull()
  expect(shownArrival(testOrder, DEFAULT_STORE_SETTINGS, PLACED.createdAt)).toBeNull()
})
