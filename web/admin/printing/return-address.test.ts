import { expect, test } from 'vitest'
import { returnAddress } from './return-address.ts'

test('the return address of a label has its state before its ZIP code', () => {
  const address = { name: 'Rose House', addressLines: ['1 Mill Lane'], city: 'Portland', region: 'OR' }
  expect(returnAddress({ ...address, postalCode: '97205', country: 'United States' })).toBe(
    'Rose House, 1 Mill Lane, Portland, OR 97205, United States',
  )
})
