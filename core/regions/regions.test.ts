import { expect, test } from 'vitest'
import { formatPrice, parseRegion } from './regions.ts'
import { DEFAULT_REGIONS } from './terms.ts'

test.each([
  ['US', { amount: 6800, display: '$68.00', currency: 'usd' }],
  ['CA', { amount: 9180, display: 'C$91.80', currency: 'cad' }],
  ['GB', { amount: 5440, display: '£54.40', currency: 'gbp' }],
  ['IN', { amount: 564_400, display: '₹5,644', currency: 'inr' }],
] as const)('$68 is converted and formatted for %s', (region, price) => {
  expect(formatPrice(6800, DEFAULT_REGIONS[region])).toEqual(price)
})

test('the amount keeps the minor units that the Indian display text rounds away', () => {
  expect(formatPrice(1999, DEFAULT_REGIONS.IN)).toEqual({
    amount: 165_917,
    display: '₹1,659',
    currency: 'inr',
  })
})

test.each([
  ['IN', 'IN'],
  ['"GB"', 'GB'],
  ['{"countryCode":"CA","country":"Canada"}', 'CA'],
  ['{"countryCode":"FR"}', undefined],
  ['FR', undefined],
  ['in', undefined],
  ['{broken', undefined],
  ['null', undefined],
  ['', undefined],
  [undefined, undefined],
])('the stored value %s is read as %s', (stored, region) => {
  expect(parseRegion(stored)).toBe(region)
})
