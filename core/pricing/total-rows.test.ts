import { expect, test } from 'vitest'
import { totalRows } from './total-rows.ts'

const QUOTE = {
  currency: 'usd',
  subtotal: 5000,
  discount: 0,
  shipping: 500,
  tax: 400,
  total: 5900,
  taxPercent: 8,
  taxIncluded: false,
  shippingTax: 0,
} as const

test('every summary shows subtotal, shipping, and tax', () => {
  expect(totalRows(QUOTE)).toEqual({
    rows: [
      { name: 'Subtotal', amount: '$50.00' },
      { name: 'Shipping', amount: '$5.00' },
      { name: 'Tax (8%)', amount: '$4.00' },
    ],
    total: '$59.00',
  })
})

test('an offer is named with its code, and free shipping says so', () => {
  const { rows } = totalRows({ ...QUOTE, discount: 1000, shipping: 0 }, { code: 'ROSE', title: 'For you' })
  expect(rows.slice(1, 3)).toEqual([
    { name: 'Offer ROSE', amount: '−$10.00' },
    { name: 'Shipping', amount: 'Free' },
  ])
  const title = 'Free shipping this week'
  expect(totalRows({ ...QUOTE, shipping: 0 }, { code: null, title }).rows[1]).toEqual({
    name: `Shipping, offer ${title}`,
    amount: 'Free',
  })
})

test('tax that prices include is named so, and is not added', () => {
  const { rows, total } = totalRows({ ...QUOTE, taxPercent: 8.25, taxIncluded: true, total: 5500 })
  expect(rows.at(-1)).toEqual({ name: 'Includes tax (8.25%)', amount: '$4.00' })
  expect(total).toBe('$55.00')
})
