import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import { ProviderFailure, ProviderRejection, UncertainOutcome } from '#core/payments/payment.ts'
import { execute } from '#db/sql.ts'
import { closeDispute } from '#sandbox/bank-events.fixture.ts'
import { buildActor, findSentEmails, runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/card-store.ts'
import {
  ageResponse,
  buildDisputedOrder,
  findSubmissions,
  letBankDecide,
  setDueBy,
  withProvider,
} from '#test/disputed-order.ts'
import { updateOrderStatus } from '../update-order-status.server.ts'
import { acceptDispute, saveExplanation, sendEvidence } from './answer-dispute.server.ts'
import { findDispute } from './find-disputes.server.ts'
import { remindOfDisputes } from './remind-of-disputes.server.ts'
import { sendResponse } from './send-response.server.ts'

const OWNER = 'admin@eternalbeauty.example'

test('evidence is sent once with what the store knows, and the bank decides', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin, orderId, checkout } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  await updateOrderStatus(admin, orderId, { to: 'processing' })
  await updateOrderStatus(admin, orderId, { to: 'shipped', carrier: 'UPS', tracking_number: '1Z999' })
  const sent = await sendEvidence(admin, id, { explanation: 'She wrote that it arrived.' })
  expect(sent).toMatchObject({ response: 'evidence', status: 'under_review', sentAt: expect.any(Date) })
  expect(sent.evidence).toMatchObject({
    customer_name: expect.stringContaining(' '),
    customer_email_address: 'guest1@orchard.example',
    shipping_carrier: 'UPS',
    shipping_tracking_number: '1Z999',
    product_description: expect.stringMatching(/^2 × /),
    refund_policy_disclosure: expect.stringMatching(/within 30 days of delivery[^\uFFFC…]*$/),
    uncategorized_text: expect.stringMatching(/^She wrote that it arrived\.\n\nOrder EB/),
  })
  expect(sent.evidence?.uncategorized_text).toContain('shipped with UPS 1Z999')
  expect(await paymentContext.payments?.findDispute(id)).toMatchObject({ evidence: sent.evidence })
  await runJobs(connection, paymentContext)
  expect(await findSubmissions(admin, id)).toBe(1)
  const { rows } = await listAuditEntries(admin, { search: orderId })
  expect(rows.map(({ action }) => action)).toContain('order-dispute-evidence-sent')

  await letBankDecide(admin, shop, id)
  expect(await findDispute(admin, id)).toMatchObject({ state: 'won', sentAt: sent.sentAt })
  expect(await shop.findOrder(checkout)).toEqual({ status: 'shipped', payment_status: 'paid' })
})

test('the sandbox decides for the customer if the text says so', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin, checkout } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  await sendEvidence(admin, id, { explanation: 'losing_evidence' })
  await letBankDecide(admin, shop, id)
  await shop.settlePayments()
  expect(await findDispute(admin, id)).toMatchObject({ state: 'lost' })
  expect(await shop.findOrder(checkout)).toMatchObject({ payment_status: 'refunded' })
  await shop.expectBalancedBooks()
})

test('a double click sends once, and another text is refused', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  const clicks = [1, 2, 3].map(() => sendEvidence(admin, id, { explanation: 'It arrived.' }))
  for (const { evidence } of await Promise.all(clicks))
    expect(evidence?.uncategorized_text).toMatch(/^It arrived\./)
  expect(await findSubmissions(admin, id)).toBe(1)
  await expect(sendEvidence(admin, id, { explanation: 'Another story.' })).rejects.toThrow(
    'already been sent',
  )
  await expect(saveExplanation(admin, id, { explanation: 'Another story.' })).rejects.toThrow(
    'already been sent',
  )
  await expect(acceptDispute(admin, id)).rejects.toThrow('already been sent')
  await expect(
    execute(admin.db)`update disputes set evidence = '{"customer_name": "Mallory"}' where id = ${id}`,
  ).rejects.toThrow('doesn’t change')
  expect(await findSubmissions(admin, id)).toBe(1)
})

test('a draft is saved, and isn’t replaced by one that was typed beside it', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  const saved = await saveExplanation(admin, id, { explanation: '  First\r\nline  ', version: 1 })
  expect(saved).toMatchObject({ explanation: 'First\nline', version: 2, response: null })
  const late = { explanation: 'Second', version: 1 }
  await expect(saveExplanation(admin, id, late)).rejects.toThrow('Someone else')
  await expect(sendEvidence(admin, id, late)).rejects.toThrow('Someone else')
  await expect(saveExplanation(admin, id, { explanation: 'x'.repeat(10_001) })).rejects.toThrow('10,000')
  expect(await findSubmissions(admin, id)).toBe(0)
  expect((await sendEvidence(admin, id)).evidence?.uncategorized_text).toMatch(/^First\nline\n/)
})

test('while the provider hangs, the evidence waits unchanged, and a job sends it', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  const hanging = withProvider(admin, {
    sendEvidence: async () => {
      throw new UncertainOutcome('The card provider did not respond in time')
    },
  })
  const waiting = await sendEvidence(hanging, id, { explanation: 'It arrived.' })
  expect(waiting).toMatchObject({ response: 'evidence', sentAt: null, status: 'needs_response' })
  await expect(sendEvidence(admin, id, { explanation: 'Changed.' })).rejects.toThrow('already been sent')
  await sendResponse(paymentContext, id)
  expect(await findDispute(admin, id)).toMatchObject({ sentAt: expect.any(Date), status: 'under_review' })
  expect(await findSubmissions(admin, id)).toBe(1)
})

test('evidence whose response was lost is recognized at the provider, even under a new key', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  const losing = withProvider(admin, {
    sendEvidence: async (...args) => {
      await admin.payments?.sendEvidence(...args)
      throw new ProviderFailure('Something went wrong', { isRepeated: true, cause: null })
    },
  })
  expect(await sendEvidence(losing, id)).toMatchObject({ sentAt: null })
  await sendResponse(paymentContext, id)
  expect(await findDispute(admin, id)).toMatchObject({ response: 'evidence', failure: null })
  expect((await findDispute(admin, id)).sentAt).not.toBeNull()
  expect(await findSubmissions(admin, id)).toBe(1)
})

test('a rejection reaches staff, leaves the draft, and the evidence can be sent again', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  const rejecting = withProvider(admin, {
    sendEvidence: async () => {
      throw new ProviderRejection('The evidence has too many pages')
    },
  })
  await expect(sendEvidence(rejecting, id, { explanation: 'Long story.' })).rejects.toThrow('too many pages')
  expect(await findDispute(admin, id)).toMatchObject({
    ...{ response: null, evidence: null, explanation: 'Long story.' },
    failure: 'The evidence has too many pages',
  })
  await runJobs(connection, paymentContext)
  const emails = await findSentEmails(connection, OWNER)
  expect(emails.filter(({ kind }) => kind === 'dispute-response-failed')).toHaveLength(1)
  const sent = await sendEvidence(admin, id, { explanation: 'Short story.' })
  expect(sent).toMatchObject({ failure: null, sentAt: expect.any(Date) })
})

test('someone who answered in the provider’s dashboard first is not overwritten', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  await shop.setFaults({ lose: true })
  await admin.payments?.sendEvidence(id, { uncategorized_text: 'From the dashboard' }, 'dashboard')
  await expect(sendEvidence(admin, id)).rejects.toThrow('already answered in your card provider’s dashboard')
  expect(await admin.payments?.findDispute(id)).toMatchObject({
    evidence: { uncategorized_text: 'From the dashboard' },
  })
  expect(await findSubmissions(admin, id)).toBe(1)
})

test('nothing is sent after the deadline, of a closed dispute, or to a bank that accepts no evidence', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  await setDueBy(admin, id, '-1 hour')
  await expect(sendEvidence(admin, id)).rejects.toThrow('Evidence was due by')
  await setDueBy(admin, id, '1 day')
  await execute(admin.db)`update disputes set answerable = false where id = ${id}`
  await expect(sendEvidence(admin, id)).rejects.toThrow('accepts no evidence')
  await closeDispute(connection.pool, id, 'won')
  await shop.deliverWebhooks()
  await expect(sendEvidence(admin, id)).rejects.toThrow('This dispute is closed: it was won.')
  expect(await findSubmissions(admin, id)).toBe(0)
})

test('an accepted dispute is lost, and booked once', async ({ paymentContext, shop, connection }) => {
  const { id, admin, checkout } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  await Promise.all([acceptDispute(admin, id), acceptDispute(admin, id)])
  await expect(sendEvidence(admin, id)).rejects.toThrow('already been accepted')
  await shop.deliverWebhooks()
  await ageResponse(admin, id, '1 minute')
  await shop.settlePayments()
  expect(await findDispute(admin, id)).toMatchObject({ state: 'lost', response: 'acceptance', failure: null })
  expect(await shop.findOrder(checkout)).toMatchObject({ payment_status: 'refunded' })
  await shop.expectBalancedBooks()
})

test('an inquiry can be answered, not accepted, and the dispute that it becomes needs another response', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const status = 'warning_needs_response'
  const { id, admin } = await buildDisputedOrder(paymentContext, shop, connection.pool, { status })
  await expect(acceptDispute(admin, id)).rejects.toThrow('Refund the order instead')
  const inquiry = await sendEvidence(admin, id, { explanation: 'losing_evidence' })
  expect(inquiry).toMatchObject({ status: 'warning_under_review', sentAt: expect.any(Date) })
  await letBankDecide(admin, shop, id)
  expect(await findDispute(admin, id)).toMatchObject({
    ...{ status: 'needs_response', response: null, explanation: 'losing_evidence' },
  })
  await sendEvidence(admin, id, { explanation: 'To the dispute.' })
  expect(await findSubmissions(admin, id)).toBe(2)
})

test('only roles that refund see and answer disputes', async ({ paymentContext, shop, connection }) => {
  const { id } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  const packer = {
    ...paymentContext,
    actor: await buildActor(paymentContext.db, { staffRole: 'packer' }),
  }
  for (const act of [findDispute, sendEvidence, acceptDispute])
    await expect(act(packer, id)).rejects.toMatchObject({ code: 'forbidden' })
  const support = {
    ...paymentContext,
    actor: await buildActor(paymentContext.db, { staffRole: 'support' }),
  }
  expect(await sendEvidence(support, id)).toMatchObject({ response: 'evidence' })
})

test('the owner is reminded once, two days before evidence is due, unless something was sent', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  const countReminders = async () => {
    await remindOfDisputes(paymentContext)
    await runJobs(connection, paymentContext)
    const emails = await findSentEmails(connection, OWNER)
    return emails.filter(({ kind }) => kind === 'dispute-reminder').length
  }
  expect(await countReminders()).toBe(0)
  await setDueBy(admin, id, '40 hours')
  expect(await countReminders()).toBe(1)
  expect(await countReminders()).toBe(1)
  await sendEvidence(admin, id)
  const other = await buildDisputedOrder(paymentContext, shop, connection.pool)
  await setDueBy(admin, other.id, '40 hours')
  await sendEvidence(admin, other.id)
  expect(await countReminders()).toBe(1)
})
