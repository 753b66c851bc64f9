import { describe, expect, test } from 'vitest'
import {
  DEFAULT_STORE_SETTINGS,
  formatStoreAddress,
  StoreAddress,
  StoreDetails,
  StoreSettings,
} from './store-settings.ts'

const { store } = DEFAULT_STORE_SETTINGS
const errors = (
  schema: { safeParse: typeof StoreDetails.safeParse | typeof StoreAddress.safeParse },
  value: object,
) => schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a new store opens with its defaults: every text but its name may be empty', () => {
  expect(StoreSettings.parse(DEFAULT_STORE_SETTINGS)).toEqual(DEFAULT_STORE_SETTINGS)
  expect(errors(StoreDetails, { ...store, name: ' ' })).toEqual([['name', 'Enter the store’s name.']])
  expect(errors(StoreAddress, { ...store, name: '' })).toBeUndefined()
})

test.each([
  ['name', 80],
  ['city', 80],
  ['region', 80],
  ['postalCode', 20],
  ['country', 60],
  ['taxNumber', 40],
  ['phone', 40],
] as const)('the store’s %s has at most %i characters', (field, limit) => {
  expect(errors(StoreDetails, { ...store, [field]: 'x'.repeat(limit) })).toBeUndefined()
  expect(errors(StoreDetails, { ...store, [field]: 'x'.repeat(limit + 1) })).toEqual([
    [field, `Use at most ${limit} characters.`],
  ])
})

test('an address has up to four lines of 100 characters', () => {
  expect(errors(StoreDetails, { ...store, addressLines: Array(4).fill('x'.repeat(100)) })).toBeUndefined()
  expect(errors(StoreDetails, { ...store, addressLines: Array(5).fill('x') })).toEqual([
    ['addressLines', 'Use at most 4 address lines.'],
  ])
  expect(errors(StoreDetails, { ...store, addressLines: ['x', 'x'.repeat(101)] })).toEqual([
    ['addressLines.1', 'Use at most 100 characters.'],
  ])
})

test('the email address on documents is empty or valid', () => {
  expect(StoreDetails.parse({ ...store, email: 'care@orchard.example' }).email).toBe('care@orchard.example')
  for (const email of ['care', 'care@', ' '])
    expect(JSON.stringify(StoreDetails.safeParse({ ...store, email }).error?.issues)).toContain(
      'Enter a valid email address.',
    )
})

describe('returns', () => {
  const { returnDays, returnAddress } = StoreSettings.shape

  test('are possible for 0 to 365 days', () => {
    for (const days of [0, 30, 365]) expect(returnDays.parse(days)).toBe(days)
    const message = (days: unknown) => returnDays.safeParse(days).error?.issues[0]?.message
    expect([-1, 366, 1.5, '30'].map(message)).toEqual([
      'Enter 0 or more days.',
      'Enter at most 365 days.',
      'Enter a whole number of days.',
      'Enter a whole number of days.',
    ])
  })

  test('go to the store unless there is another address', () => {
    expect(returnAddress.parse(null)).toBeNull()
    expect(returnAddress.safeParse({ name: 'Warehouse' }).success).toBe(false)
  })
})

test('an address is written in one line without gaps, and not at all before the owner has entered it', () => {
  const address = {
    ...store,
    addressLines: ['1 Orchard Row', 'Unit 4'],
    city: 'Portland',
    country: 'United States',
  }
  expect(formatStoreAddress({ ...address, region: 'OR', postalCode: '97201' })).toBe(
    'Eternal Beauty, 1 Orchard Row, Unit 4, Portland, OR 97201, United States',
  )
  expect(formatStoreAddress({ ...address, addressLines: [] })).toBe('Eternal Beauty, Portland, United States')
  expect(formatStoreAddress({ ...store, country: 'United States' })).toBeNull()
})
