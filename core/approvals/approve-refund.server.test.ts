import { z } from 'zod'
import { changeApprovalSettings, findApprovalSettings } from '#core/approvals/change-approval-rules.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { asAdmin, asKey, buildActor, findSentEmails, JUST_SIGNED_IN, runJobs } from '#test/accounts.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { buildPaidOrder } from '#test/paid-order.ts'
import { cancelOrder } from '../orders/cancel-order.server.ts'
import { findOrder } from '../orders/find-order.server.ts'
import { findFailedRefunds, retryRefund } from '../orders/refunds/failed-refunds.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { findApprovalRequest, runOrRequestApproval } from './approval-requests.server.ts'
import { buildOwners } from './approvals.fixture.ts'
import { approveRequest, cancelRequest, declineRequest } from './decide-approval.server.ts'

const REASON = 'The parcel arrived broken'

const requestRefund = async (ctx: Context, orderId: string, amount?: number) => {
  const { request } = await runOrRequestApproval(ctx, REASON, () => refundOrder(ctx, orderId, { amount }))
  if (!request) throw new Error('The refund needed no approval')
  return request
}

async function buildRefundCase(paymentContext: Context, shop: CardStore) {
  const owners = await buildOwners(paymentContext)
  const { checkout } = await buildPaidOrder(paymentContext, shop)
  return { ...owners, orderId: checkout.order_id }
}

const countRefunds = async ({ db }: Context, orderId: string) =>
  (await queryColumn(db, z.int())`select count(*) from refunds where order_id = ${orderId}`)[0]

test('a refund above the limit waits, is made when another person approves it, and both are in the audit log', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { ada, ben, cleo, orderId } = await buildRefundCase(paymentContext, shop)
  await expect(refundOrder(ada, orderId, {})).rejects.toThrow('This needs a second person’s approval.')
  const request = await requestRefund(ada, orderId)
  expect(request).toMatchObject({
    state: 'requested',
    reason: REASON,
    changes: [
      { label: 'Order' },
      { label: 'Refund', after: '$103.68' },
      { label: 'Refunded of $103.68', before: '$0.00', after: '$103.68' },
    ],
  })
  expect(await countRefunds(ada, orderId)).toBe(0)
  expect(await approveRequest(ben, request.id, 'Seen the photos')).toMatchObject({
    state: 'approved',
    deciderEmail: ben.actor.email,
    decisionReason: 'Seen the photos',
  })
  expect(await findOrder(ada, orderId)).toMatchObject({ refunded: 10368, paymentStatus: 'refunded' })
  const entries = await query(paymentContext.db, AuditEntry)`
    select action, actor_id as by, after from audit_entries where action in ('order-refunded', 'approval-approved') order by id`
  expect(entries).toMatchObject([
    { action: 'order-refunded', by: ada.actor.id, after: { approval: request.id, approvedBy: ben.actor.id } },
    { action: 'approval-approved', by: ben.actor.id, after: { requestedBy: ada.actor.id } },
  ])
  await runJobs(connection, paymentContext)
  const subjects = async ({ actor }: typeof ada) =>
    (await findSentEmails(connection, actor.email)).map(({ subject }) => subject)
  expect(await subjects(ada)).toEqual(['Approved: refund an order'])
  for (const approver of [ben, cleo])
    expect(await subjects(approver)).toEqual(['Approval needed: refund an order'])
  await shop.settlePayments()
  await shop.expectBalancedBooks()
}, 30_000)

const AuditEntry = z.strictObject({ action: z.string(), by: z.string(), after: z.unknown() })

test('support refunds up to its own limit, earlier refunds included, and asks for approval above it', async ({
  paymentContext,
  shop,
}) => {
  const { ada, orderId } = await buildRefundCase(paymentContext, shop)
  const support = { ...paymentContext, actor: await buildActor(paymentContext.db, { staffRole: 'support' }) }
  await refundOrder(support, orderId, { amount: 1500 })
  await expect(refundOrder(support, orderId, { amount: 501 })).rejects.toMatchObject({
    fields: { approval_reason: expect.any(String) },
  })
  const { id } = await requestRefund(support, orderId, 501)
  expect(await approveRequest(ada, id)).toMatchObject({ state: 'approved' })
  expect((await findOrder(ada, orderId)).refunded).toBe(2001)
  await expect(cancelOrder(support, orderId)).rejects.toMatchObject({
    fields: { approval_reason: expect.any(String) },
  })
}, 30_000)

test('while no refund needs approval, support is refused above the limit that the owner sets', async ({
  paymentContext,
  shop,
}) => {
  const owner = await asAdmin(paymentContext)
  const support = { ...paymentContext, actor: await buildActor(paymentContext.db, { staffRole: 'support' }) }
  const { checkout } = await buildPaidOrder(paymentContext, shop)
  for (const refund of [
    () => refundOrder(support, checkout.order_id, {}),
    () => cancelOrder(support, checkout.order_id),
    () => updateOrderStatus(support, checkout.order_id, { to: 'cancelled' }),
  ])
    await expect(refund()).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Your role can refund up to $100.00 of an order. Ask the owner.',
    })
  const { settings, version } = await findApprovalSettings(owner)
  await changeApprovalSettings(owner, version, { ...settings, supportRefunds: 20_000 }, JUST_SIGNED_IN)
  await cancelOrder(support, checkout.order_id)
}, 30_000)

test('an API key that meets an approval rule gets a clear refusal', async ({ paymentContext, shop }) => {
  const { orderId } = await buildRefundCase(paymentContext, shop)
  const key = await asKey(paymentContext, ['orders.view', 'orders.refund'])
  await refundOrder(key, orderId, { amount: 5000 })
  await expect(requestRefund(key, orderId, 1)).rejects.toMatchObject({
    code: 'approval_required',
    message: expect.stringContaining('needs approval by a second person in the back office'),
  })
}, 30_000)

test('of approvals, a decline, and a cancellation at the same moment, exactly one counts', async ({
  paymentContext,
  shop,
}) => {
  const { ada, ben, cleo, orderId } = await buildRefundCase(paymentContext, shop)
  for (let round = 1; round <= 4; round++) {
    const { id } = await requestRefund(ada, orderId, 6000 + round)
    const before = await countRefunds(ada, orderId)
    const results = await Promise.allSettled([
      approveRequest(ben, id),
      approveRequest(ben, id),
      approveRequest(cleo, id),
      declineRequest(cleo, id, 'No'),
      cancelRequest(ada, id),
    ])
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toHaveLength(4)
    for (const reason of refusals) expect(reason).toBeInstanceOf(Refusal)
    const { state } = await findApprovalRequest(ada, id)
    expect(await countRefunds(ada, orderId)).toBe((before ?? 0) + (state === 'approved' ? 1 : 0))
    if (state === 'approved') break
  }
  await shop.settlePayments()
  await shop.expectBalancedBooks()
}, 60_000)

test('a double click is one request, and each part of a large refund counts toward the limit', async ({
  paymentContext,
  shop,
}) => {
  const { ada, ben, orderId } = await buildRefundCase(paymentContext, shop)
  const requests = await Promise.all([1, 2, 3].map(() => requestRefund(ada, orderId, 6000)))
  expect(new Set(requests.map(({ id }) => id)).size).toBe(1)
  await refundOrder(ada, orderId, { amount: 4000 })
  await expect(refundOrder(ada, orderId, { amount: 1001 })).rejects.toThrow('second person')
  await refundOrder(ada, orderId, { amount: 1000 })
  const [first] = requests
  expect(await approveRequest(ben, first?.id ?? '')).toMatchObject({
    state: 'failed',
    result: 'You can refund up to $53.68.',
  })
  expect((await findOrder(ada, orderId)).refunded).toBe(5000)
}, 30_000)

test('cancelling or marking an order as refunded needs approval too, unless it is one’s own', async ({
  paymentContext,
  shop,
}) => {
  const { ada, ben, orderId } = await buildRefundCase(paymentContext, shop)
  await expect(cancelOrder(ada, orderId)).rejects.toThrow('second person')
  const { request } = await runOrRequestApproval(ada, REASON, () =>
    updateOrderStatus(ada, orderId, { to: 'cancelled' }),
  )
  expect(request?.changes[0]?.after).toContain('cancelled')
  await approveRequest(ben, request?.id ?? '')
  expect(await findOrder(ada, orderId)).toMatchObject({ status: 'cancelled', refunded: 10368 })
}, 30_000)

test('a refund that the card provider declines is recorded as failed', async ({ paymentContext, shop }) => {
  const { ada, ben, orderId } = await buildRefundCase(paymentContext, shop)
  const { id } = await requestRefund(ada, orderId)
  await shop.setFaults({ refuseRefunds: 1 })
  expect(await approveRequest(ben, id)).toMatchObject({
    state: 'failed',
    result: expect.stringContaining('The card provider declined the refund'),
  })
}, 30_000)

test('failed refunds count toward the limit, and a retry above it needs approval', async ({
  paymentContext,
  shop,
}) => {
  const { ada, ben, orderId } = await buildRefundCase(paymentContext, shop)
  const support = { ...paymentContext, actor: await buildActor(paymentContext.db, { staffRole: 'support' }) }
  const refund = (ctx: Context, amount: number) => refundOrder(ctx, orderId, { amount })
  await shop.setFaults({ refuseRefunds: 2 })
  await expect(refund(support, 1500)).rejects.toThrow('declined')
  await expect(refund(support, 1500)).rejects.toThrow('second person')
  await expect(refund(ada, 3000)).rejects.toThrow('declined')
  await expect(refund(ada, 3000)).rejects.toThrow('second person')

  const [small, large] = await findFailedRefunds(ada, await findOrder(ada, orderId))
  await expect(retryRefund(support, large?.id ?? '')).rejects.toThrow('second person')
  const { request } = await runOrRequestApproval(support, REASON, () => retryRefund(support, large?.id ?? ''))
  expect(request).toMatchObject({ action: 'retry-refund' })
  expect(await approveRequest(ben, request?.id ?? '')).toMatchObject({ state: 'approved' })
  expect((await findOrder(ada, orderId)).refunded).toBe(3000)
  await expect(retryRefund(support, small?.id ?? '')).rejects.toThrow('second person')
  await retryRefund(ada, small?.id ?? '')
  expect((await findOrder(ada, orderId)).refunded).toBe(4500)
}, 30_000)

test('an approval is for the amount that it showed', async ({ paymentContext, shop }) => {
  const { ada, ben, orderId } = await buildRefundCase(paymentContext, shop)
  const { request } = await runOrRequestApproval(ada, REASON, () => cancelOrder(ada, orderId))
  await refundOrder(ada, orderId, { amount: 4000 })
  expect(await approveRequest(ben, request?.id ?? '')).toMatchObject({
    state: 'failed',
    result: 'The refund would now be $63.68 instead of $103.68. Request it again.',
  })
  expect(await findOrder(ada, orderId)).toMatchObject({ status: 'pending', refunded: 4000 })
}, 30_000)

test('a process that dies before the commit leaves a request that can be approved again', async ({
  paymentContext,
  shop,
}) => {
  const { ada, ben, orderId } = await buildRefundCase(paymentContext, shop)
  const { id } = await requestRefund(ada, orderId)
  const dying: Context = {
    ...ben,
    db: {
      ...ben.db,
      transaction: (work, options) =>
        ben.db.transaction(async (tx) => {
          await work(tx)
          throw new Error('The process died')
        }, options),
    },
  }
  await expect(approveRequest(dying, id)).rejects.toThrow('The process died')
  expect(await findApprovalRequest(ada, id)).toMatchObject({ state: 'requested' })
  expect(await countRefunds(ada, orderId)).toBe(0)
  expect(await approveRequest(ben, id)).toMatchObject({ state: 'approved' })
  expect(await countRefunds(ada, orderId)).toBe(1)
}, 30_000)

test('the database refuses a decision by the requester, a changed payload, and a second decision', async ({
  paymentContext,
  shop,
}) => {
  const { ada, ben, orderId } = await buildRefundCase(paymentContext, shop)
  const { id } = await requestRefund(ada, orderId)
  const { db } = paymentContext
  await expect(
    execute(db)`update approval_requests set state = 'approved', decided_by = requested_by, decided_at = now()
      where id = ${id}`,
  ).rejects.toThrow('approval_needs_second_person')
  await expect(
    execute(db)`update approval_requests set payload = '{"amount": 1}' where id = ${id}`,
  ).rejects.toThrow("can't be changed")
  await declineRequest(ben, id, 'No')
  await expect(execute(db)`update approval_requests set state = 'approved' where id = ${id}`).rejects.toThrow(
    'already decided',
  )
})
