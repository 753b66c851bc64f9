import { expect, test } from 'vitest'
import { trackingLink } from './tracking-link.ts'

test.for([
  ['UPS', 'https://www.ups.com/track?tracknum=1Z999'],
  ['fedex', 'https://www.fedex.com/fedextrack/?trknbr=1Z999'],
  [' Royal Mail ', 'https://www.royalmail.com/track-your-item#/tracking-results/1Z999'],
  ['CANADA POST', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=1Z999'],
] as const)('a package of %s is tracked on the carrier’s own site', ([carrier, link]) => {
  expect(trackingLink({ carrier, trackingNumber: '1Z999' })).toBe(link)
})

test('an unknown carrier or a missing number has no tracking link', () => {
  expect(trackingLink({ carrier: 'Uncle Bob', trackingNumber: '1Z999' })).toBeNull()
  expect(trackingLink({ carrier: null, trackingNumber: '1Z999' })).toBeNull()
  expect(trackingLink({ carrier: 'DHL', trackingNumber: null })).toBeNull()
  expect(trackingLink({ carrier: 'constructor', trackingNumber: '1' })).toBeNull()
})

test('a number that an administrator typed cannot leave the carrier’s address', () => {
  expect(trackingLink({ carrier: 'DHL', trackingNumber: 'JD 01&x=/../' })).toBe(
    'https://www.dhl.com/en/express/tracking.html?AWB=JD%2001%26x%3D%2F..%2F',
  )
})
