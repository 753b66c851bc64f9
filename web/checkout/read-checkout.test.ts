import { expect, test } from 'vitest'
import { ADDRESS } from '#test/checkout.ts'
import { readCheckout } from './read-checkout.ts'

const PRODUCT_ID = `prd_${'a'.repeat(20)}`

function read(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...ADDRESS, ...fields })) form.set(name, value)
  return readCheckout(form, 'US')
}

function readLines(items: string) {
  const checkout = read({ items })
  if ('fields' in checkout) throw new Error(JSON.stringify(checkout.fields))
  return checkout.lines
}

test('a gift message keeps its lines, and its line breaks count once, as in the browser', () => {
  expect(read({ giftMessage: ' \r\n ' })).toMatchObject({ giftMessage: null })
  expect(read({ giftMessage: 'For you,\r\nשלום 🌹 ' })).toMatchObject({ giftMessage: 'For you,\nשלום 🌹' })
  expect(read({ giftMessage: 'ab\r\n'.repeat(100) })).toMatchObject({ giftMessage: expect.any(String) })
  expect(read({ giftMessage: 'a'.repeat(301) })).toEqual({
    fields: { giftMessage: 'Use at most 300 characters.' },
  })
})

test('without scripts, the total with gift wrap is the one that the page showed beside it', () => {
  const totals = { expected_total: '6184', expected_wrapped_total: '6724', expected_due: '6184' }
  const wrapped = { ...totals, gift_wrap: '1' }
  expect(read(totals)).toMatchObject({ giftWrap: undefined, expected: { total: 6184, due: undefined } })
  expect(read(wrapped)).toMatchObject({ giftWrap: true, expected: { total: 6724, due: undefined } })
  expect(read({ ...wrapped, scripted: '1' })).toMatchObject({ expected: { total: 6184, due: 6184 } })
})

test('a guest’s cart is read from the form, and a missing one is empty', () => {
  const lines = [{ productId: PRODUCT_ID, quantity: 2 }]
  expect(readLines(JSON.stringify(lines))).toEqual(lines)
  expect(readLines('')).toEqual([])
})

test.each([
  '{',
  '{}',
  '[{"quantity":1}]',
  `[{"product_id":"${PRODUCT_ID}","quantity":1}]`,
  `[{"productId":"${PRODUCT_ID}","quantity":0}]`,
  `[{"productId":"${PRODUCT_ID}","quantity":-1}]`,
  `[{"productId":"${PRODUCT_ID}","quantity":1.5}]`,
  `[{"productId":"${PRODUCT_ID}","quantity":21}]`,
  JSON.stringify(Array(101).fill({ productId: PRODUCT_ID, quantity: 1 })),
])('a cart of %s is not an empty cart but an unreadable one', (items) => {
  expect(readLines(items)).toBeUndefined()
})
