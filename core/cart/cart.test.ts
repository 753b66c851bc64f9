import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countUnits, maxCartQuantity, parseQuantity, parseStoredCart, withLine } from './cart.ts'
import type { CartLine } from './cart-line.ts'
import { MAX_ITEM_QUANTITY } from './limits.ts'

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
])('a stored cart of %s is empty', (text) => {
  expect(parseStoredCart(text)).toEqual([])
})

test('a stored cart keeps its valid lines, capped, with one line per product', () => {
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

test('a stored cart is read only up to the line limit', () => {
  const id = (index: number) => `prd_${String(index).padStart(20, '0')}`
  const lines = Array.from({ length: 5000 }, (_, index) => ({ productId: id(index), quantity: 1 }))
  expect(countUnits(parseLines(lines))).toBe(100)
})

test.each([
  ['1', 1],
  [' 12 ', 12],
  ['012', 12],
])('%o is a valid quantity', (input, quantity) => {
  expect(parseQuantity(input, 12)).toEqual({ quantity })
})

test.each(['0', '-1', '1.5', '1e9', '13', '99999999999', 'two', '', ' ', '１', null])(
  '%o is not a valid quantity, and the message gives the range',
  (input) => {
    expect(parseQuantity(input, 12)).toEqual({ problem: 'Choose a whole number from 1 to 12.' })
  },
)

test('the last unit in stock has its own message', () => {
  expect(parseQuantity('2', 1)).toEqual({ problem: 'You can order only one.' })
})

test('a cart holds no more than the stock or the limit per product', () => {
  expect([maxCartQuantity(-1), maxCartQuantity(0), maxCartQuantity(3), maxCartQuantity(300)]).toEqual([
    0,
    0,
    3,
    MAX_ITEM_QUANTITY,
  ])
})

test('after any sequence of changes, each product has one line of 1 to 20', () => {
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
