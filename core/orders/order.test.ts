import { expect, test } from 'vitest'
import { SAMPLE_ORDER } from './order.fixture.ts'
import { canBeReturned, returnDeadline } from './order.ts'
import { ORDER_STATUSES } from './order-status.ts'

const DEADLINE = new Date('2026-04-09T12:00:00Z')

test('a return can be requested for as many days after delivery as the order’s terms say, to the second', () => {
  expect(returnDeadline(SAMPLE_ORDER)).toEqual(DEADLINE)
  expect(canBeReturned(SAMPLE_ORDER, DEADLINE)).toBe(true)
  expect(canBeReturned(SAMPLE_ORDER, new Date(DEADLINE.getTime() + 1))).toBe(false)
  const onOtherTerms = { ...SAMPLE_ORDER, returnDays: 14 }
  expect(canBeReturned(onOtherTerms, new Date('2026-03-24T12:00:00Z'))).toBe(true)
  expect(canBeReturned(onOtherTerms, DEADLINE)).toBe(false)
})

test('only a delivered order can be returned', () => {
  const now = new Date('2026-03-11T12:00:00Z')
  const returnable = ORDER_STATUSES.filter((status) => canBeReturned({ ...SAMPLE_ORDER, status }, now))
  expect(returnable).toEqual(['delivered'])
  expect(canBeReturned({ ...SAMPLE_ORDER, deliveredAt: null }, now)).toBe(false)
})

test('a store that accepts returns for 0 days accepts none after the moment of delivery', () => {
  const order = { ...SAMPLE_ORDER, returnDays: 0 }
  expect(canBeReturned(order, new Date('2026-03-10T12:00:00Z'))).toBe(true)
  expect(canBeReturned(order, new Date('2026-03-10T12:00:01Z'))).toBe(false)
})
