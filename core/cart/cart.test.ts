import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CartLine,
  countUnits,
  MAX_ITEM_QUANTITY,
  maxCartQuantity,
  parseQuantity,
  parseStoredCart,
  withLine,
} from './cart.ts'

const rose = `prd_${'a'.repeat(20)}`
const moss = `prd_${'b'.repeat(20)}`
const parseLines = (lines: unknown) => parseStoredCart(JSON.stringify(lines))

test.each([
  null,
  '',
  'null',
  '{',
  '{}',
  '"cart"',
  '42',
  '[null]',
  '[[]]',
  '[{"productId":"prd_1","quantity":1}]',
  `[{"productId":"${rose}"}]`,
  `[{"productId":"${rose}","quantity":0}]`,
  `[{"productId":"${rose}","quantity":-1}]`,
  `[{"productId":"${rose}","quantity":1.5}]`,
  `[{"productId":"${rose}","quantity":"2"}]`,
  `[{"productId":"${rose}","quantity":1e400}]`,
  `[{"productId":"${rose}'--","quantity":1}]`,
])('a kept cart of %s is empty', (text) => {
  expect(parseStoredCart(text)).toEqual([])
})

test('what is right in a kept cart stays, capped, and each product has one line', () => {
  const lines = [
    { productId: rose, quantity: 2, price: 0 },
    { productId: moss, quantity: 1e9 },
    'nonsense',
    { productId: rose, quantity: 3 },
  ]
  expect(parseLines(lines)).toEqual([
    { productId: rose, quantity: 5 },
    { productId: moss, quantity: MAX_ITEM_QUANTITY },
  ])
})

test('a kept cart of a million lines is read no further than a cart goes', () => {
  const id = (index: number) => `prd_${String(index).padStart(20, '0')}`
  const lines = Array.from({ length: 5000 }, (_, index) => ({ productId: id(index), quantity: 1 }))
  expect(countUnits(parseLines(lines))).toBe(100)
})

test.each([
  ['1', 1],
  [' 12 ', 12],
  ['012', 12],
])('%o is a quantity', (input, quantity) => {
  expect(parseQuantity(input, 12)).toEqual({ quantity })
})

test.each(['0', '-1', '1.5', '1e9', '13', '99999999999', 'two', '', ' ', '１', null])(
  '%o is none, and it is said which are',
  (input) => {
    expect(parseQuantity(input, 12)).toEqual({ problem: 'Choose a whole number from 1 to 12.' })
  },
)

test('of the last one there is no choice', () => {
  expect(parseQuantity('2', 1)).toEqual({ problem: 'Only one can be ordered.' })
})

test('a cart never holds more than there is, nor more than anybody may have', () => {
  expect([maxCartQuantity(-1), maxCartQuantity(0), maxCartQuantity(3), maxCartQuantity(300)]).toEqual([
    0,
    0,
    3,
    MAX_ITEM_QUANTITY,
  ])
})

test('whatever is done to a cart, a product has one line of 1 to 20', () => {
  const step = fc.record({
    productId: fc.constantFrom(rose, moss),
    quantity: fc.integer({ min: -5, max: 60 }),
    stock: fc.integer({ min: 0, max: 40 }),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let lines: CartLine[] = []
      for (const { stock, ...line } of steps) {
        const before = lines
        lines = withLine(lines, line, maxCartQuantity(stock))
        const others = (all: CartLine[]) => all.filter(({ productId }) => productId !== line.productId)
        expect(others(lines)).toEqual(others(before))
      }
      expect(new Set(lines.map(({ productId }) => productId)).size).toBe(lines.length)
      for (const { quantity } of lines) expect(quantity).toBeOneOf([...Array(20).keys()].map((n) => n + 1))
      expect(parseLines(lines)).toEqual(lines)
    }),
  )
})
