import { expect, test } from 'vitest'
import { draftImportedOrder } from '#test/imported-orders.ts'
import { importedAddressLines } from './imported-address-lines.ts'
import { currencyDigits, ImportedOrder, toImportedPrice } from './imported-order.ts'

test('each currency has its own number of decimals', () => {
  expect(['usd', 'jpy', 'kwd', 'xqz'].map(currencyDigits)).toEqual([2, 0, 3, 2])
  expect(toImportedPrice(123_450, 'usd').display).toBe('$1,234.50')
  expect(toImportedPrice(1200, 'jpy')).toEqual({ amount: 1200, currency: 'jpy', display: '¥1,200' })
  expect(toImportedPrice(149_950, 'inr').display).toBe('₹1,499.50')
  expect(toImportedPrice(1234, 'chf').display).toMatch(/^CHF\s12\.34$/)
})

test('an order’s problems name the field and say what to do', () => {
  const order = draftImportedOrder()
  const problems = (overrides: object) =>
    ImportedOrder.safeParse({ ...order, ...overrides }).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ])
  expect(problems({ number: 'x'.repeat(51) })).toEqual([['number', 'Use at most 50 characters.']])
  expect(problems({ email: 'ada' })).toEqual([['email', 'Enter an email address, such as ada@example.com.']])
  expect(problems({ number: '#1\u2028' + '2' })).toEqual([['number', 'Remove the line breaks.']])
  for (const character of ['\0', '\ud800'])
    expect(problems({ note: `a${character}b` })).toEqual([['note', 'Remove the invisible character.']])
  expect(problems({ placedAt: new Date('0001-01-01') })).toEqual([['placedAt', 'Enter a date after 1990.']])
  expect(problems({ total: -1 })).toEqual([['total', 'An amount can’t be negative.']])
  expect(problems({ currency: 'dollars' })).toEqual([
    ['currency', 'Enter a currency as three letters, such as USD.'],
  ])
  expect(problems({ items: [] })).toEqual([['items', 'An order needs at least one item.']])
  expect(problems({ items: [{ ...order.items[0], quantity: 0 }] })).toEqual([
    ['items.0.quantity', 'Enter at least 1.'],
  ])
  expect(ImportedOrder.parse({ ...order, email: ' Ada@Example.COM ', currency: 'EUR' })).toMatchObject({
    email: 'ada@example.com',
    currency: 'eur',
  })
})

test('an address has the lines that it has', () => {
  expect(importedAddressLines({})).toEqual([])
  expect(
    importedAddressLines({
      name: 'Ada',
      address1: '1 Rue X',
      city: 'Lyon',
      postalCode: '69001',
      country: 'FR',
    }),
  ).toEqual(['Ada', '1 Rue X', 'Lyon, 69001', 'FR'])
})
