import type { Context } from '#core/context.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { listReturnRequests } from './list-returns.server.ts'
import { declineReturn, receiveReturn } from './process-return.server.ts'
import { listOpenReturns, requestReturn } from './returns.server.ts'

/** A return requested on this day of January. */
async function buildReturn(admin: Context, day: number, email = 'grace@orchard.example') {
  const now = new Date(Date.UTC(2027, 0, day))
  const { id: productId } = await buildProduct(admin)
  const shippingAddress = { firstName: 'Grace', lastName: 'Moss' }
  const order = await buildOrder(admin, {
    ...{ email, shippingAddress, status: 'delivered', lines: [{ productId, quantity: 3 }] },
  })
  await execute(admin.db)`update orders set delivered_at = ${now} where id = ${order.id}`
  const request = { items: [{ productId: productId, quantity: 2 }], reason: 'Too sweet' }
  return { order, ...(await requestReturn({ ...admin, now }, order.id, request)) }
}

test('the back office lists returns, newest first, by state, customer, and reference, and pages through them', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const first = await buildReturn(admin, 1)
  const second = await buildReturn(admin, 2, 'eve@orchard.example')
  const third = await buildReturn(admin, 3)
  await receiveReturn(admin, second.id)
  await declineReturn(admin, third.id, 'The seal is broken.')
  const references = async (listQuery: Parameters<typeof listReturnRequests>[1]) =>
    (await listReturnRequests(admin, listQuery)).rows.map(({ reference }) => reference)
  const all = [third, second, first].map(({ reference }) => reference)
  expect(await references({})).toEqual(all)
  expect(await references({ sort: 'oldest' })).toEqual(all.toReversed())
  expect(await references({ filter: 'open' })).toEqual([second.reference, first.reference])
  expect(await references({ filter: 'requested' })).toEqual([first.reference])
  expect(await references({ filter: 'received' })).toEqual([second.reference])
  expect(await references({ filter: 'declined' })).toEqual([third.reference])
  expect(await references({ filter: 'refunded' })).toEqual([])
  expect(await references({ search: 'EVE@' })).toEqual([second.reference])
  expect(await references({ search: 'orchard' })).toContain(second.reference)
  expect(await references({ search: first.reference.toLowerCase() })).toEqual([first.reference])
  expect(await references({ search: third.order.number.toLowerCase() })).toEqual([third.reference])
  expect(await references({ search: 'grace mo' })).toEqual(all)
  const page = await listReturnRequests(admin, { limit: 2 })
  expect(page.rows[0]).toMatchObject({
    ...{ orderNumber: third.order.number, buyer: 'Grace Moss', pieces: 2, reason: 'Too sweet' },
  })
  const rest = await listReturnRequests(admin, { limit: 2, cursor: page.next ?? '' })
  expect([...page.rows, ...rest.rows].map(({ reference }) => reference)).toEqual(all)
  expect((await listOpenReturns(admin)).map(({ reference }) => reference)).toEqual([
    first.reference,
    second.reference,
  ])
  await expect(listReturnRequests(await asCustomer(ctx), {})).rejects.toMatchObject({ code: 'forbidden' })
})
