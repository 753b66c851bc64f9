import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { requestReturn } from '../returns/returns.server.ts'
import { listExportedReturns } from './return-export.server.ts'

const WITHOUT = { hasPersonalData: false }

test('returns are exported with names and reasons only for who may export personal data', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id: productId } = await buildProduct(ctx)
  const order = await buildOrder(ctx, {
    ...{ email: 'moss@orchard.example', status: 'delivered', lines: [{ productId, quantity: 1 }] },
    shippingAddress: { firstName: 'Grace', lastName: 'Moss' },
  })
  await execute(ctx.db)`update orders set delivered_at = ${ctx.now} where id = ${order.id}`
  const request = { items: [{ productId, quantity: 1 }], reason: 'Too sweet' }
  const { reference } = await requestReturn(admin, order.id, request)
  const full = (await listExportedReturns(admin, {}, { hasPersonalData: true })).rows
  expect(full).toMatchObject([
    {
      reference,
      orderNumber: order.number,
      units: 1,
      buyer: 'Grace Moss',
      email: order.email,
      reason: 'Too sweet',
    },
  ])
  for (const staffRole of ['bookkeeper', 'support'] as const) {
    const staff = await asCustomer(ctx, { staffRole })
    const { rows } = await listExportedReturns(staff, { period: 'today' }, WITHOUT)
    expect(rows).toMatchObject([{ reference, units: 1, region: 'US', buyer: '', email: '', reason: '' }])
    await expect(listExportedReturns(staff, {}, { hasPersonalData: true })).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
  const bookkeeper = await asCustomer(ctx, { staffRole: 'bookkeeper' })
  const countMatches = async (search: string) =>
    (await listExportedReturns(bookkeeper, { search }, WITHOUT)).rows.length
  expect([await countMatches(reference), await countMatches('moss@')], 'no search finds an email').toEqual([
    1, 0,
  ])
  expect((await listExportedReturns(admin, { to: '2001-12-31' }, WITHOUT)).rows).toEqual([])
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  await expect(listExportedReturns(packer, {}, WITHOUT)).rejects.toMatchObject({ code: 'forbidden' })
})
