import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import {
  addAddress,
  addSampleAddress,
  changeAddress,
  listAddresses,
  removeAddress,
  setDefaultAddress,
} from './addresses.server.ts'
import { AddressChange, AddressDraft } from './profile.ts'

const DRAFT = AddressDraft.parse({
  firstName: 'Grace',
  lastName: 'Holloway',
  address: '12 Orchard Lane',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
})
const NOT_FOUND = {
  code: 'not_found',
  message: 'We couldn’t find this address in your account. It may have been deleted already.',
}

const findDefaults = async (customer: Context) =>
  (await listAddresses(customer)).filter(({ isDefault }) => isDefault).map(({ id }) => id)
const profileId = ({ actor }: Context) => (actor.kind === 'user' ? actor.id : '')

test('the first address becomes the default, and the next ones don’t', async ({ customer }) => {
  const first = await addAddress(customer, DRAFT)
  expect(first).toMatchObject({ ...DRAFT, country: 'US', label: 'Address', phone: null, isDefault: true })
  expect(await addAddress(customer, DRAFT)).toMatchObject({ isDefault: false })
  expect(await findDefaults(customer)).toEqual([first.id])
})

test('an address is in the shopper’s region unless it has a country', async ({ customer }) => {
  const british = { ...customer, region: DEFAULT_REGIONS.GB }
  expect(await addAddress(british, DRAFT)).toMatchObject({ country: 'GB' })
  expect(await addAddress(british, { ...DRAFT, country: 'IN' })).toMatchObject({ country: 'IN' })
})

test('exactly one address is the default, even if several are chosen at once', async ({ customer }) => {
  const addresses = []
  for (let n = 0; n < 4; n++) addresses.push(await addAddress(customer, { ...DRAFT, label: `Home ${n}` }))
  await Promise.all(addresses.map(({ id }) => setDefaultAddress(customer, id)))
  expect(await findDefaults(customer)).toHaveLength(1)
  const last = addresses[3]?.id ?? ''
  expect(await setDefaultAddress(customer, last)).toMatchObject({ id: last, isDefault: true })
  // Addresses of the same millisecond have no order.
  const [first, ...others] = (await listAddresses(customer)).map(({ label }) => label)
  expect(first).toBe('Home 3')
  expect(others.toSorted()).toEqual(['Home 0', 'Home 1', 'Home 2'])
})

test('deleting the default address makes no other one the default', async ({ customer }) => {
  const [first] = [await addAddress(customer, DRAFT), await addAddress(customer, DRAFT)]
  await removeAddress(customer, first.id)
  expect(await findDefaults(customer)).toEqual([])
  expect(await addAddress(customer, DRAFT)).toMatchObject({ isDefault: false })
  await expect(removeAddress(customer, first.id)).rejects.toMatchObject(NOT_FOUND)
})

test('a change leaves out what it doesn’t name, and an empty label or phone is cleared', async ({
  customer,
}) => {
  const { id } = await addAddress(customer, { ...DRAFT, label: 'Work', phone: '555 0100' })
  expect(
    await changeAddress(customer, id, AddressChange.parse({ city: 'Salem', country: 'CA' })),
  ).toMatchObject({
    ...DRAFT,
    label: 'Work',
    phone: '555 0100',
    city: 'Salem',
    country: 'CA',
    isDefault: true,
  })
  expect(await changeAddress(customer, id, AddressChange.parse({ label: ' ', phone: '' }))).toMatchObject({
    label: 'Address',
    phone: null,
    city: 'Salem',
  })
})

test('a customer saves up to 50 addresses, even when several are added at once', async ({ customer }) => {
  for (let n = 0; n < 47; n++) await addAddress(customer, DRAFT)
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => addAddress(customer, DRAFT)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await listAddresses(customer)).toHaveLength(50)
  await expect(addAddress(customer, DRAFT)).rejects.toMatchObject({
    code: 'conflict',
    message: 'You can save up to 50 addresses. Delete one to add another.',
  })
})

test('another customer’s address doesn’t exist', async ({ ctx, customer }) => {
  const { id } = await addAddress(customer, DRAFT)
  const other = { ...ctx, actor: await buildActor(ctx.db) }
  const own = await addAddress(other, DRAFT)
  for (const attempt of [
    () => changeAddress(other, id, { city: 'Elsewhere' }),
    () => setDefaultAddress(other, id),
    () => removeAddress(other, id),
  ])
    await expect(attempt()).rejects.toMatchObject(NOT_FOUND)
  expect(await findDefaults(other)).toEqual([own.id])
  expect(await listAddresses(customer)).toMatchObject([{ id, city: 'Portland', isDefault: true }])
})

test('addresses require a sign-in', async ({ ctx }) => {
  for (const attempt of [
    () => listAddresses(ctx),
    () => addAddress(ctx, DRAFT),
    () => changeAddress(ctx, 'adr_1', {}),
    () => setDefaultAddress(ctx, 'adr_1'),
    () => removeAddress(ctx, 'adr_1'),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('the sample address is added once, and not beside an own one or without an account', async ({
  ctx,
  customer,
}) => {
  const id = profileId(customer)
  await Promise.all([addSampleAddress(ctx.db, id), addSampleAddress(ctx.db, id)])
  expect(await listAddresses(customer)).toMatchObject([{ label: 'Home', isDefault: true }])
  await addSampleAddress(ctx.db, 'usr_00000000000000000000')
})
