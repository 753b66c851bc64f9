import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import { asAdmin, asCustomer, findSentEmails } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { SAMPLE_ORDER } from '../order.fixture.ts'
import type { OrderState } from '../order-status.ts'
import { getResendableEmails, resendOrderEmail } from './resend-order-email.server.ts'

const resendable = (state: Partial<OrderState>) => getResendableEmails({ ...SAMPLE_ORDER, ...state })

test('an email can be resent if it applies to the order as it is now', () => {
  expect(resendable({ status: 'pending' })).toEqual(['order-confirmed'])
  expect(resendable({ status: 'processing' })).toEqual(['order-confirmed'])
  expect(resendable({ status: 'shipped' })).toEqual(['order-confirmed', 'shipped'])
  expect(resendable({ status: 'delivered' })).toEqual(['order-confirmed', 'shipped', 'delivered'])
  for (const status of ['cancelled', 'refunded'] as const) expect(resendable({ status })).toEqual([])
})

test('no email of an unpaid order can be resent, except of a test order', () => {
  expect(resendable({ status: 'pending', paymentStatus: 'pending' })).toEqual([])
  expect(resendable({ status: 'pending', paymentStatus: 'pending', paymentMethod: 'demo' })).toEqual([
    'order-confirmed',
  ])
})

test('each click sends the email once more, to the customer, and is in the audit log', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx)
  const email = 'resend@orchard.example'
  const { id, number } = await buildOrder(ctx, { status: 'shipped', email })
  await resendOrderEmail(admin, number, 'shipped')
  await resendOrderEmail(admin, number, 'shipped')
  const emails = await findSentEmails(connection, email)
  expect(emails.map(({ kind }) => kind)).toEqual(['shipped', 'shipped'])
  expect(emails[0]?.text).toContain(`Order #${number} is on its way`)
  expect((await listAuditEntries(admin, { search: id })).rows).toMatchObject([
    { action: 'order-email-resent', by: admin.actor.email, after: { kind: 'shipped' } },
    { action: 'order-email-resent' },
  ])
})

test('an email that doesn’t apply, or doesn’t exist, is refused', async ({ ctx, connection }) => {
  const admin = await asAdmin(ctx)
  const email = 'refused@orchard.example'
  const { id } = await buildOrder(ctx, { email })
  for (const kind of ['delivered', 'new-order', 'toString'])
    await expect(resendOrderEmail(admin, id, kind)).rejects.toMatchObject({
      ...{ code: 'conflict', message: 'This email isn’t available for this order.' },
    })
  const grace = await asCustomer(ctx)
  await expect(resendOrderEmail(grace, id, 'order-confirmed')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await findSentEmails(connection, email)).toEqual([])
})
