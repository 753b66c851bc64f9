import { buildActor } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { addAddress } from '../customers/addresses.server.ts'
import { saveCustomerSettings } from '../customers/customer-settings.server.ts'
import { updateProfile } from '../customers/profile.server.ts'
import { AddressDraft, DEFAULT_CUSTOMER_SETTINGS } from '../customers/profile.ts'
import { downloadMyData } from './my-data.server.ts'

test('a download has everything that the store holds about its customer', async ({ ctx, customer }) => {
  const userId = customer.actor.kind === 'user' ? customer.actor.id : null
  await updateProfile(customer, { full_name: 'Grace Hall', phone: '555 0100', date_of_birth: '1990-04-23' })
  const draft = {
    firstName: 'Grace',
    lastName: 'Hall',
    address: '12 Orchard Lane',
    city: 'Salem',
    state: 'OR',
  }
  await addAddress(customer, AddressDraft.parse({ ...draft, zipCode: '97201' }))
  await saveCustomerSettings(customer, { ...DEFAULT_CUSTOMER_SETTINGS, shareData: true })
  const older = await buildOrder(ctx, { userId, createdAt: new Date('2026-01-01') })
  const newer = await buildOrder(ctx, { userId, currency: 'inr', region: 'IN' })
  expect(await downloadMyData(customer)).toMatchObject({
    madeAt: customer.now,
    profile: { id: userId, fullName: 'Grace Hall', phone: '555 0100', dateOfBirth: '1990-04-23' },
    addresses: [{ city: 'Salem', isDefault: true }],
    settings: { shareData: true },
    sessions: [],
    orders: [
      { number: older.number, items: [{ name: 'A product', quantity: 1, price: 4800, amount: 4800 }] },
      { number: newer.number, currency: 'inr', shippingAddress: newer.shippingAddress },
    ],
  })
})

test('a download has nothing of other customers, or of guests with the same address', async ({
  ctx,
  customer,
}) => {
  const other = { ...ctx, actor: await buildActor(ctx.db) }
  const email = customer.actor.kind === 'user' ? customer.actor.email : ''
  await buildOrder(ctx, { userId: other.actor.id })
  await buildOrder(ctx, { email })
  expect(await downloadMyData(customer)).toMatchObject({ addresses: [], orders: [] })
  await expect(downloadMyData(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
})
