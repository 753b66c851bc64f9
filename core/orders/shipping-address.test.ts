import { expect, test } from 'vitest'
import { addressFor } from '#test/checkout.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { addressProblems, invalidFormMessage, ShippingAddress, withCountry } from './shipping-address.ts'

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

const problemsOf = (change: object) =>
  ShippingAddress.safeParse({ ...addressFor('US'), ...change }).error?.issues.map(({ path, message }) => [
    path[0],
    message,
  ])

test.for([
  ['email', 'Please enter a valid email address'],
  ['firstName', 'First name is required'],
  ['lastName', 'Last name is required'],
  ['address', 'Address is required'],
  ['city', 'City is required'],
  ['state', 'State is required'],
  ['zipCode', 'ZIP code is required'],
  ['mobileNumber', 'Please enter a valid mobile number'],
] as const)('a blank or missing %s is refused beside its field', ([field, message]) => {
  for (const value of ['   ', undefined])
    expect(problemsOf({ [field]: value })?.[0]).toEqual([field, message])
})

test('fields are trimmed, and longer ones than a label can carry are refused', () => {
  const address = ShippingAddress.parse({
    ...addressFor('US'),
    email: ' Grace@Orchard.example ',
    city: ' Portland ',
  })
  expect([address.email, address.city]).toEqual(['grace@orchard.example', 'Portland'])
  expect(problemsOf({ address: 'x'.repeat(200) })).toBeUndefined()
  expect(problemsOf({ address: 'x'.repeat(201) })).toEqual([['address', 'Use at most 200 characters.']])
  expect(problemsOf({ zipCode: '1'.repeat(21) })).toEqual([['zipCode', 'Use at most 20 characters.']])
  const long = `${'x'.repeat(250)}@y.test`
  expect(problemsOf({ email: long })).toEqual([['email', 'Use an email address of at most 254 characters.']])
})

test.for(['+1 503 555 0144', '(503) 555-0144', '+91 98765 43210', '020/7946.0958', '503 555 0144 x22'])(
  'a phone number of any country is accepted: %s',
  (mobileNumber) => {
    expect(problemsOf({ mobileNumber })).toBeUndefined()
  },
)

test.for(['503 555', 'call me maybe', '12345678901234567', '503 555 0144 ext', '-----------'])(
  'what can’t be called is no phone number: %s',
  (mobileNumber) => {
    expect(problemsOf({ mobileNumber })?.[0]).toEqual(['mobileNumber', 'Please enter a valid mobile number'])
  },
)

test('a postal code must have the form of its country, and the country is stored with the address', () => {
  for (const region of REGION_CODES) {
    const address = addressFor(region)
    expect(addressProblems(address, region), region).toEqual({})
    expect(addressProblems({ ...address, zipCode: '!' }, region), region).toEqual({
      zipCode: expect.any(String),
    })
  }
  expect(withCountry(addressFor('GB'), 'GB')).toMatchObject({ country: 'United Kingdom', city: 'Portland' })
})
