import { expect, test } from 'vitest'
import { invalidFormMessage, ShippingAddress } from './shipping-address.ts'

const COMPLETE = {
  email: 'grace@orchard.example',
  firstName: 'Grace',
  lastName: 'Holloway',
  address: '12 Orchard Lane',
  city: 'Portland',
  state: 'OR',
  zipCode: '9720',
  mobileNumber: '503',
}
const PROBLEMS = {
  zipCode: 'Please enter a valid ZIP Code',
  mobileNumber: 'Please enter a valid mobile number',
}

test('a form with an empty or blank field asks to fill in all required fields', () => {
  expect(invalidFormMessage({}, PROBLEMS)).toBe('Please fill in all required fields')
  expect(invalidFormMessage({ ...COMPLETE, city: '  ' }, PROBLEMS)).toBe('Please fill in all required fields')
})

test('a complete form with problems says how many fields to check', () => {
  expect(invalidFormMessage(COMPLETE, PROBLEMS)).toBe('Please check the 2 fields marked below.')
  expect(invalidFormMessage(COMPLETE, { zipCode: PROBLEMS.zipCode })).toBe(
    'Please check the field marked below.',
  )
})

test('an email field holds one address', () => {
  const isValid = (email: string) => ShippingAddress.shape.email.safeParse(email).success
  expect(isValid('Grace.O’Hara+gift@orchard.example')).toBe(true)
  for (const email of [
    'a@x.test,v@y.test',
    'a@x.test;v@y.test',
    'a@x.test\r\nBcc: v@y.test',
    '<v@y.test>',
    'A <v@y.test>',
  ])
    expect(isValid(email), email).toBe(false)
})
