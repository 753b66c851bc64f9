import { expect, test } from 'vitest'
import { ADDRESS_FORMS, zipProblem } from './address-form.ts'
import { REGION_CODES } from './regions.ts'

test('each country’s own example is one of its codes, however it is typed', () => {
  for (const region of REGION_CODES) {
    const { zipExample } = ADDRESS_FORMS[region]
    for (const typed of [
      zipExample,
      zipExample.toLowerCase(),
      zipExample.replace(' ', ''),
      ` ${zipExample} `,
    ])
      expect(zipProblem(typed, region)).toBeUndefined()
    expect(zipProblem('no code at all', region)).toContain(zipExample)
  }
})

test('a code of another country is asked for again, in the words of this one', () => {
  expect(zipProblem('SW1A 1AA', 'US')).toBe('Please enter a valid ZIP Code, such as 10001')
  expect(zipProblem('10001', 'GB')).toContain('Postcode')
  expect(zipProblem('10001-1234', 'US')).toBeUndefined()
})
