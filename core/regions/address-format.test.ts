import { expect, test } from 'vitest'
import { ADDRESS_FORMATS, zipCodeError } from './address-format.ts'
import { REGION_CODES } from './regions.ts'

test('each country’s example code is valid in upper or lower case, with or without spaces', () => {
  for (const region of REGION_CODES) {
    const { zipExample } = ADDRESS_FORMATS[region]
    for (const typed of [
      zipExample,
      zipExample.toLowerCase(),
      zipExample.replace(' ', ''),
      ` ${zipExample} `,
    ])
      expect(zipCodeError(typed, region)).toBeUndefined()
    expect(zipCodeError('no code at all', region)).toContain(zipExample)
  }
})

test('another country’s code is refused with this country’s name for it', () => {
  expect(zipCodeError('SW1A 1AA', 'US')).toBe('Please enter a valid ZIP Code, such as 10001')
  expect(zipCodeError('10001', 'GB')).toContain('Postcode')
  expect(zipCodeError('10001-1234', 'US')).toBeUndefined()
})
