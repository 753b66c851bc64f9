import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { recordDispute } from '#core/orders/disputes/record-dispute.server.ts'
import { DAY_MS } from '#core/time-units.ts'
import { query } from '#db/sql.ts'
import { buildPayment, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

/** The database of these tests has no card provider, so a response waits for one. */
async function buildDispute(ctx: Context, id: string) {
  const { id: productId } = await buildProduct(ctx)
  const order = { status: 'delivered' as const, lines: [{ productId, quantity: 2 }] }
  const { orderId } = await buildPayment(ctx, { order })
  const [payment] = await query(ctx.db, z.strictObject({ id: z.string(), currency: z.string() }))`
    select id, currency from payments where order_id = ${orderId}`
  const dueBy = new Date(ctx.now.getTime() + 5 * DAY_MS)
  const dispute = {
    ...{ id, intentId: 'pi_1', amount: 4800, reason: 'product_not_received', state: 'open' as const },
    ...{ status: 'needs_response', dueBy, answerable: true },
  }
  await recordDispute(ctx.db, { id: payment?.id ?? '', orderId, currency: 'usd' }, dispute, ctx.now)
  return orderId
}

test('a dispute is found in the list, explained in a draft, and answered once', async ({ ctx, admin }) => {
  const orderId = await buildDispute(ctx, 'dp_1')
  expect((await admin.open(`/admin/orders/${orderId}`)).text).toContain('Review and send evidence')
  const list = await admin.open('/admin/orders/disputes?show=needs-response&sort=due')
  expect(list.rows('Disputes').join()).toContain('Needs response')
  const page = await admin.open('/admin/orders/disputes/dp_1')
  const draft = await page.submit('Save draft', { 'Explanation for the bank': 'The parcel arrived.' })
  expect(draft.text).toContain('Draft saved')
  expect(draft.text).toMatch(/The parcel arrived\.\s+Order EB/)

  const late = await page.submit('Send evidence', { 'Explanation for the bank': 'Typed beside it' })
  expect(late.text).toContain('Someone else just changed the explanation')
  expect(late.text).toContain('Typed beside it')
  const current = await admin.open('/admin/orders/disputes/dp_1')
  const sent = await current.submit('Send evidence', { 'Explanation for the bank': 'The parcel arrived.' })
  expect(sent.text).toContain('Not confirmed yet')
  expect(sent.text).toContain('Evidence that was sent')
  expect(sent.text).not.toContain('Save draft')
})

test('a dispute is accepted, and isn’t answered afterwards', async ({ ctx, admin }) => {
  await buildDispute(ctx, 'dp_2')
  const page = await admin.open('/admin/orders/disputes/dp_2')
  const accepted = await page.submit('Accept dispute')
  expect(accepted.text).toContain('Not confirmed yet')
  const late = await page.submit('Send evidence')
  expect(late.text).toContain('This dispute has already been accepted.')
})
