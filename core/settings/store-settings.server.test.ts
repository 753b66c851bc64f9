import { findCustomerSettings } from '#core/customers/customer-settings.server.ts'
import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { readStoreSettings } from './store-settings.server.ts'

test('one connection can read the store’s settings and a customer’s settings', async ({ ctx }) => {
  const { id } = await buildActor(ctx.db)
  await ctx.db.transaction(async (tx) => {
    await findCustomerSettings(tx, id)
    expect(await readStoreSettings(tx)).toMatchObject({ timeZone: 'UTC' })
  })
})
