import { expect, test } from 'vitest'
import { ReturnNote, ReturnRefund, ReturnRequest } from './return-request.ts'

const request = { items: [{ productId: 'oil', quantity: 1 }], reason: 'Too sweet' }
const problems = (input: object) =>
  ReturnRequest.safeParse(input).error?.issues.map(({ path, message }) => [path[0], message])

test('a return needs items and a reason', () => {
  expect(problems(request)).toBeUndefined()
  expect(problems({ ...request, items: [] })).toEqual([['items', 'Choose at least one item to return.']])
  expect(problems({ ...request, reason: '  ' })).toEqual([['reason', 'Tell us why you’re returning it.']])
  expect(problems({ ...request, reason: 'x'.repeat(1001) })).toHaveLength(1)
})

test('only whole, positive quantities can be returned', () => {
  for (const quantity of [0, -1, 1.5])
    expect(problems({ ...request, items: [{ productId: 'oil', quantity }] })?.[0]?.[0]).toBe('items')
})

test('an inspection note is trimmed and has at most 1,000 characters', () => {
  expect(ReturnNote.parse('  Unopened ')).toBe('Unopened')
  expect(ReturnNote.safeParse('x'.repeat(1001)).error?.issues[0]?.message).toBe(
    'Use at most 1,000 characters.',
  )
})

test('the refund of a return is a positive whole amount, or what the customer paid', () => {
  expect(ReturnRefund.parse({})).toEqual({})
  for (const amount of [0, -5, 10.5]) expect(ReturnRefund.safeParse({ amount }).success).toBe(false)
})
