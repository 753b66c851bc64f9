import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  canFollow,
  getNextStatuses,
  LATE_PAYMENT_TRANSITION,
  NEXT,
  ORDER_STATUSES,
  type OrderStatus,
} from './order-status.ts'

const paid = { paymentStatus: 'paid', paymentMethod: 'card' } as const
const unpaid = { paymentStatus: 'pending', paymentMethod: 'card' } as const
const testOrder = { paymentStatus: 'pending', paymentMethod: 'demo' } as const

test('a paid order moves from pending to delivered one step at a time', () => {
  const path: OrderStatus[] = ['pending', 'processing', 'shipped', 'delivered']
  for (const [index, from] of path.entries()) {
    const forward = getNextStatuses({ status: from, ...paid }).filter((next) => path.includes(next))
    expect(forward).toEqual(path.slice(index + 1, index + 2))
  }
})

test('an unpaid order can only be cancelled', () => {
  expect(getNextStatuses({ status: 'pending', ...unpaid })).toEqual(['cancelled'])
  expect(getNextStatuses({ status: 'pending', paymentStatus: 'failed', paymentMethod: 'card' })).toEqual([
    'cancelled',
  ])
})

test('a test order moves like a paid one, but cannot be refunded', () => {
  expect(getNextStatuses({ status: 'pending', ...testOrder })).toEqual(['processing', 'cancelled'])
  expect(getNextStatuses({ status: 'delivered', ...testOrder })).toEqual([])
})

test('an order can be cancelled until it ships, and refunded once it is being processed', () => {
  const predecessors = (next: OrderStatus) => ORDER_STATUSES.filter((status) => canFollow(status, next))
  expect(predecessors('cancelled')).toEqual(['pending', 'processing'])
  expect(predecessors('refunded')).toEqual(['processing', 'shipped', 'delivered'])
})

test('cancelled and refunded are final, and no order returns to pending', () => {
  expect(NEXT.cancelled).toEqual([])
  expect(NEXT.refunded).toEqual([])
  expect(ORDER_STATUSES.filter((status) => canFollow(status, 'pending'))).toEqual([])
})

test('the diagram in docs/orders.md shows exactly these transitions', () => {
  const diagram = readFileSync('docs/orders.md', 'utf8').matchAll(/^ {2}(\w+) --> (\w+)/gm)
  const steps = ORDER_STATUSES.flatMap((from) => NEXT[from].map((to) => `${from} ${to}`))
  expect([...diagram].map(([, from, to]) => `${from} ${to}`).toSorted()).toEqual(
    [...steps, `${LATE_PAYMENT_TRANSITION.from} ${LATE_PAYMENT_TRANSITION.to}`].toSorted(),
  )
})
