import { describe } from 'vitest'
import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/shared-store.ts'
import { blockCustomer } from '../accounts/block-customer.server.ts'
import type { Context } from '../context.ts'
import { addAddress } from './addresses.server.ts'
import { findCustomer } from './customer.server.ts'
import { readCustomerSettings, saveCustomerSettings } from './customer-settings.server.ts'
import { readProfile, updateProfile } from './profile.server.ts'
import { AddressChange, AddressDraft, DEFAULT_CUSTOMER_SETTINGS, ProfileChange } from './profile.ts'

const profileId = ({ actor }: Context) => (actor.kind === 'user' ? actor.id : '')
const errorOf = (schema: typeof ProfileChange | typeof AddressDraft | typeof AddressChange, value: object) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path[0], message])

describe('a profile', () => {
  test('changes only in the named fields, and an empty one is cleared', async ({ customer }) => {
    const change = { fullName: ' Grace Hall ', phone: '555 0100', dateOfBirth: '1990-04-23' }
    expect(await updateProfile(customer, ProfileChange.parse(change))).toMatchObject({
      fullName: 'Grace Hall',
      phone: '555 0100',
      dateOfBirth: '1990-04-23',
      role: 'user',
    })
    expect(await updateProfile(customer, ProfileChange.parse({ phone: '' }))).toMatchObject({
      fullName: 'Grace Hall',
      phone: null,
      dateOfBirth: '1990-04-23',
    })
    expect(await updateProfile(customer, ProfileChange.parse({ dateOfBirth: '' }))).toMatchObject({
      dateOfBirth: null,
    })
  })

  test('can’t change its email address or role in the form', () => {
    const change = { email: 'other@orchard.example', role: 'admin', id: 'usr_1', fullName: 'Grace' }
    expect(ProfileChange.parse(change)).toEqual({ fullName: 'Grace' })
  })

  test.for([
    [{ fullName: 'x'.repeat(201) }, 'fullName', 'Use at most 200 characters.'],
    [{ phone: '5'.repeat(41) }, 'phone', 'Use at most 40 characters.'],
    [
      { dateOfBirth: '23/04/1990' },
      'dateOfBirth',
      'Enter a date in the format YYYY-MM-DD, such as 1990-04-23.',
    ],
    [
      { dateOfBirth: '1990-02-30' },
      'dateOfBirth',
      'Enter a date in the format YYYY-MM-DD, such as 1990-04-23.',
    ],
  ] as const)('with %o is refused', ([change, field, message]) => {
    expect(errorOf(ProfileChange, change)?.[0]?.[0]).toBe(field)
    expect(JSON.stringify(ProfileChange.safeParse(change).error?.issues)).toContain(message)
  })

  test('of a deleted account no longer exists', async ({ ctx, customer }) => {
    const deleted = { ...customer, actor: { ...(await buildActor(ctx.db)), id: 'usr_00000000000000000000' } }
    await expect(readProfile(deleted)).rejects.toMatchObject({
      code: 'not_found',
      message: 'This account no longer exists.',
    })
    await expect(readProfile(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

describe('an address form', () => {
  const address = {
    firstName: 'Grace',
    lastName: 'Holloway',
    address: '12 Orchard Lane',
    city: 'Portland',
    state: 'OR',
    zipCode: '97201',
  }

  test('requires all fields except label, country, and phone', () => {
    expect(AddressDraft.parse({ ...address, label: ' ', phone: null })).toEqual({
      ...address,
      label: 'Address',
      phone: null,
    })
    for (const field of Object.keys(address)) {
      const missing = [field, 'Please fill in all required fields']
      expect(errorOf(AddressDraft, { ...address, [field]: '  ' })).toEqual([missing])
      expect(errorOf(AddressDraft, { ...address, [field]: undefined })).toEqual([missing])
      expect(errorOf(AddressChange, { [field]: '' })).toEqual([missing])
      expect(errorOf(AddressDraft, { ...address, [field]: 'x'.repeat(201) })).toEqual([
        [field, 'Use at most 200 characters.'],
      ])
    }
  })

  test('accepts the four countries of the store', () => {
    expect(AddressDraft.parse({ ...address, country: 'IN' }).country).toBe('IN')
    expect(errorOf(AddressDraft, { ...address, country: 'FR' })).toEqual([
      ['country', 'Choose a country: US, CA, GB, or IN.'],
    ])
  })

  test('can’t set the default or an ID', () => {
    expect(AddressChange.parse({ isDefault: true, id: 'adr_1', profileId: 'usr_1' })).toEqual({})
  })
})

describe('a customer’s settings', () => {
  const changed = {
    orderConfirmations: false,
    shippingUpdates: false,
    promotionalEmails: true,
    allowCookies: false,
    shareData: true,
  }

  test('have defaults until they are saved, and are each customer’s own', async ({ ctx, customer }) => {
    expect(await readCustomerSettings(customer)).toEqual(DEFAULT_CUSTOMER_SETTINGS)
    await saveCustomerSettings(customer, changed)
    expect(await readCustomerSettings(customer)).toEqual(changed)
    const other = { ...ctx, actor: await buildActor(ctx.db) }
    expect(await readCustomerSettings(other)).toEqual(DEFAULT_CUSTOMER_SETTINGS)
    await saveCustomerSettings(customer, DEFAULT_CUSTOMER_SETTINGS)
    expect(await readCustomerSettings(customer)).toEqual(DEFAULT_CUSTOMER_SETTINGS)
    await expect(readCustomerSettings(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(saveCustomerSettings(ctx, changed)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('saved at the same time in two tabs are one of the two', async ({ ctx }) => {
    for (let round = 0; round < 10; round++) {
      const shopper = { ...ctx, actor: await buildActor(ctx.db) }
      await Promise.all([
        saveCustomerSettings(shopper, changed),
        saveCustomerSettings(shopper, DEFAULT_CUSTOMER_SETTINGS),
      ])
      expect([changed, DEFAULT_CUSTOMER_SETTINGS]).toContainEqual(await readCustomerSettings(shopper))
    }
  })
})

test('an administrator sees a customer with addresses and settings, and others don’t', async ({
  admin,
  customer,
}) => {
  const id = profileId(customer)
  const draft = AddressDraft.parse({
    ...Object.fromEntries(
      ['firstName', 'lastName', 'address', 'city', 'state', 'zipCode'].map((field) => [field, 'x']),
    ),
  })
  await addAddress(customer, draft)
  await blockCustomer(admin, id)
  expect(await findCustomer(admin, id)).toMatchObject({
    profile: { id, blockedAt: expect.any(Date) },
    addresses: [{ city: 'x' }],
    settings: DEFAULT_CUSTOMER_SETTINGS,
  })
  await expect(findCustomer(customer, id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(findCustomer(admin, 'usr_none')).rejects.toMatchObject({
    code: 'not_found',
    message: 'Customer not found.',
  })
})
