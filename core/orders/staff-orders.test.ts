import { asAdmin, asCustomer, JUST_SIGNED_IN } from '#test/accounts.ts'
import { buildOrder, buildPayment } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { changeStaffRole } from '../accounts/staff/staff.server.ts'
import type { Context } from '../context.ts'
import { listAdminOrders } from './admin/order-list.server.ts'
import { shipOrder } from './admin/ship-orders.server.ts'
import { cancelOrder } from './cancel-order.server.ts'
import { findOrder } from './find-order.server.ts'
import { findOrderHistory } from './order-history.server.ts'
import { refundOrder } from './refunds/refund-order.server.ts'
import { requestReturn } from './returns/returns.server.ts'
import { updateOrderStatus } from './update-order-status.server.ts'

test('a packer sees where an order goes, but neither emails nor amounts', async ({ ctx }) => {
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  const { id } = await buildPayment(ctx).then(({ orderId }) => findOrder({ ...ctx, ...packer }, orderId))
  const order = await findOrder(packer, id)
  expect(order).toMatchObject({ email: '', total: 0, subtotal: 0 })
  expect(order.shippingAddress).not.toEqual({})
  const { rows } = await listAdminOrders(packer, {})
  expect(rows.find((row) => row.id === id)).toMatchObject({ email: '', total: { amount: 0 }, baseTotal: 0 })
  const topics = (await findOrderHistory(packer, id)).map(({ topic }) => topic)
  expect(topics).not.toContain('payment')
  expect(JSON.stringify(await findOrderHistory(packer, id))).not.toContain('@')
})

test('a packer ships, but can’t refund, cancel, or return someone’s order', async ({ ctx }) => {
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  const { orderId } = await buildPayment(ctx)
  await expect(refundOrder(packer, orderId, {})).rejects.toThrow('Your role doesn’t include refunds')
  await expect(updateOrderStatus(packer, orderId, { to: 'cancelled' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(cancelOrder(packer, orderId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(requestReturn(packer, orderId, { items: [], reason: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  })
  const { id } = await buildOrder(ctx, { status: 'processing' })
  await shipOrder(packer, id)
  expect((await findOrder(packer, id)).status).toBe('shipped')
})

test('a role that is removed while its holder refunds no longer refunds', async ({ ctx }) => {
  const owner = await asAdmin(ctx)
  const support = await asCustomer(ctx, { staffRole: 'support' })
  const { orderId } = await buildPayment(ctx)
  await changeStaffRole(owner, { id: support.actor.id, staffRole: null }, JUST_SIGNED_IN)
  await expect(refundOrder(support, orderId, { amount: 100 })).rejects.toMatchObject({ code: 'forbidden' })
})

test('staff who don’t see emails find an order by its number and name, but not by its email', async ({
  ctx,
}) => {
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  const email = 'unguessable@orchard.example'
  const shippingAddress = { firstName: 'Persimmon', lastName: 'Quince', email }
  const { id, number } = await buildOrder(ctx, { email, shippingAddress })
  const findIds = async (who: Context, search: string) =>
    (await listAdminOrders(who, { search })).rows.map((row) => row.id)
  for (const search of [email, 'unguessable', 'unguessable@'])
    expect([await findIds(packer, search), await findIds(await asAdmin(ctx), search)]).toEqual([[], [id]])
  for (const search of [number, 'persimmon', 'Quince']) expect(await findIds(packer, search)).toEqual([id])
})
