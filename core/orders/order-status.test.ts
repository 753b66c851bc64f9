import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mayFollow, NEXT, nextSteps, ORDER_STATUSES, type OrderStatus, REVIVAL } from './order-status.ts'

const paid = { paymentStatus: 'paid', paymentMethod: 'card' } as const
const unpaid = { paymentStatus: 'pending', paymentMethod: 'card' } as const
const testOrder = { paymentStatus: 'pending', paymentMethod: 'demo' } as const

test('a paid order goes from pending to delivered, one step at a time', () => {
  const way: OrderStatus[] = ['pending', 'processing', 'shipped', 'delivered']
  for (const [place, from] of way.entries()) {
    const forward = nextSteps({ status: from, ...paid }).filter((next) => way.includes(next))
    expect(forward).toEqual(way.slice(place + 1, place + 2))
  }
})

test('an unpaid order can only be cancelled', () => {
  expect(nextSteps({ status: 'pending', ...unpaid })).toEqual(['cancelled'])
  expect(nextSteps({ status: 'pending', paymentStatus: 'failed', paymentMethod: 'card' })).toEqual([
    'cancelled',
  ])
})

test('a test order moves on like a paid one, but there is no money to give back', () => {
  expect(nextSteps({ status: 'pending', ...testOrder })).toEqual(['processing', 'cancelled'])
  expect(nextSteps({ status: 'delivered', ...testOrder })).toEqual([])
})

test('an order is cancelled until it is shipped, and refunded once somebody worked on it', () => {
  const before = (next: OrderStatus) => ORDER_STATUSES.filter((status) => mayFollow(status, next))
  expect(before('cancelled')).toEqual(['pending', 'processing'])
  expect(before('refunded')).toEqual(['processing', 'shipped', 'delivered'])
})

test('nothing follows the end, and nothing comes back to the start', () => {
  expect(NEXT.cancelled).toEqual([])
  expect(NEXT.refunded).toEqual([])
  expect(ORDER_STATUSES.filter((status) => mayFollow(status, 'pending'))).toEqual([])
})

test('the diagram in the papers has exactly these steps', () => {
  const drawn = readFileSync('docs/orders.md', 'utf8').matchAll(/^ {2}(\w+) --> (\w+)/gm)
  const steps = ORDER_STATUSES.flatMap((from) => NEXT[from].map((to) => `${from} ${to}`))
  expect([...drawn].map(([, from, to]) => `${from} ${to}`).toSorted()).toEqual(
    [...steps, `${REVIVAL.from} ${REVIVAL.to}`].toSorted(),
  )
})
