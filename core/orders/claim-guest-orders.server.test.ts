import { execute } from '#db/sql.ts'
import { buildAccount } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { claimGuestOrders } from './claim-guest-orders.server.ts'
import { readOrder } from './find-order.server.ts'

const ownerOf = async ({ db }: Context, { id }: { id: string }) => (await readOrder(db, id))?.userId

test('guest orders move into the account with the same confirmed email address', async ({ ctx }) => {
  const email = 'late@orchard.example'
  const orders = [await buildOrder(ctx, { email }), await buildOrder(ctx, { email, status: 'delivered' })]
  const account = await buildAccount(ctx.db, { email, confirmed: false })
  await claimGuestOrders(ctx.db, account.id)
  for (const order of orders) expect(await ownerOf(ctx, order), 'not yet confirmed').toBeNull()
  await execute(ctx.db)`update auth_users set email_verified = true where id = ${account.id}`
  await claimGuestOrders(ctx.db, account.id)
  for (const order of orders) expect(await ownerOf(ctx, order)).toBe(account.id)
})

test('orders of other addresses and of other accounts stay where they are', async ({ ctx }) => {
  const grace = await buildAccount(ctx.db)
  const eve = await buildAccount(ctx.db)
  const guestOrder = await buildOrder(ctx, { email: 'someone@orchard.example' })
  const orderOfEve = await buildOrder(ctx, { email: grace.email, userId: eve.id })
  await claimGuestOrders(ctx.db, grace.id)
  expect(await ownerOf(ctx, guestOrder)).toBeNull()
  expect(await ownerOf(ctx, orderOfEve), 'an order that someone signed in for').toBe(eve.id)
})
