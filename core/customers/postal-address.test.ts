import { expect, test } from 'vitest'
import { addressLines, formatAddress } from './postal-address.ts'

const ADDRESS = {
  firstName: 'Grace',
  lastName: 'Hall',
  address: '12 Pear Lane',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
}

test('an address has its name, street, place, and country', () => {
  const lines = ['Grace Hall', '12 Pear Lane', 'Portland, OR 97201', 'United States']
  expect(addressLines({ ...ADDRESS, country: 'US' })).toEqual(lines)
  expect(addressLines({ ...ADDRESS, country: 'United States' })).toEqual(lines)
  expect(addressLines(ADDRESS, 'US')).toEqual(lines)
  expect(formatAddress({ ...ADDRESS, country: 'US' })).toBe(lines.join(', '))
})

test('missing parts leave no gaps', () => {
  expect(addressLines({ city: 'Leeds', zipCode: 'LS1 1UR' }, 'GB')).toEqual([
    'Leeds, LS1 1UR',
    'United Kingdom',
  ])
  expect(addressLines({})).toEqual([])
})
