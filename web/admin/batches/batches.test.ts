import { buildBatch, buildSoldOrder, findAssigned, findRemaining } from '#core/batches/batches.fixture.ts'
import { listBatches } from '#core/batches/batches.server.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { asAdmin, findSentEmails, runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

test('stock is received with a batch number on the product’s page, and what is typed stays', async ({
  ctx,
  admin,
}) => {
  const { id, name } = await buildProduct(ctx, { stock: 2 })
  const page = await admin.open(`/admin/products/${id}`)
  const refused = await page.submit('Adjust stock', { 'Adjust by': '12', 'Expires on': '2099-06-30' })
  expect(refused.field('Batch number').description).toContain('Enter the number of the batch')
  expect(refused.field('Adjust by').value).toBe('12')
  const received = await refused.submit('Adjust stock', { 'Batch number': 'A1' })
  expect(received.main).toContain('Received A1')
  expect(received.main).toContain('2 units have no batch number.')
  const list = await received.follow('View batches')
  expect(list.heading).toBe(`Batches of ${name}`)
  const batch = await list.follow('A1')
  expect(batch.heading).toBe('Batch A1')
  const fixed = await batch.submit('Save', { 'Batch number': 'A2', 'Expires on': '2099-07-01' })
  expect([fixed.text, fixed.heading]).toEqual([expect.stringContaining('Batch saved'), 'Batch A2'])
  const counted = await received.submit('Adjust stock', {
    'Adjust by': '-3',
    Reason: 'counted',
    'Batch number': 'A2',
  })
  expect(counted.main).toContain('Counted A2')
  expect(await findRemaining(ctx.db, id)).toEqual({ '': 2, A2: 9 })
})

test('a slip and the order say which batch to pack, and staff correct it', async ({ ctx, admin }) => {
  const owner = await asAdmin(ctx)
  const { productId } = await buildBatch(owner, { number: 'A1', quantity: 5, expiresOn: '2098-01-01' })
  await buildBatch(owner, { productId, number: 'B1', quantity: 5 })
  const { id, number } = await buildSoldOrder(ctx, productId, 3)
  expect((await admin.open(`/admin/orders/${number}`)).main).not.toContain('A1')
  const list = await admin.open('/admin/orders/packing-list')
  expect(list.main).toContain('3 × batch A1, expires 2098-01-01')
  const slip = await admin.open(`/admin/orders/${number}/packing-slip`)
  expect(slip.main).toContain('3 × batch A1, expires 2098-01-01')
  const order = await admin.open(`/admin/orders/${number}`)
  const changed = await order.submit('Change batch', { Units: '2' })
  expect(changed.text).toContain('Batch changed')
  expect(await findAssigned(ctx.db, id)).toEqual({ A1: 1, B1: 2 })
  expect(changed.main).toContain('2 × B1')
})

test('a recall is confirmed with the batch number, then customers are emailed once', async ({
  ctx,
  connection,
  admin,
}) => {
  const owner = await asAdmin(ctx)
  const { id, productId } = await buildBatch(owner, { number: 'A1', quantity: 5 })
  const { id: orderId, number } = await buildSoldOrder(ctx, productId, 2)
  await shipOrder(owner, orderId)
  const page = await admin.open(`/admin/products/batches/${id}`)
  expect(page.rows('Recipients')).toHaveLength(1)
  const typed = { Reason: 'Mold in one jar', 'Type A1 to confirm': 'A2' }
  const refused = await page.submit('Recall', typed)
  expect(refused.field('Type A1 to confirm').description).toContain('Type A1')
  expect(refused.field('Reason').value).toBe('Mold in one jar')
  const recalled = await refused.submit('Recall', { 'Type A1 to confirm': 'A1' })
  expect(recalled.text).toContain('Batch recalled')
  expect(recalled.main).toContain('3 units left stock')
  expect((await listBatches(owner, { scope: productId })).rows[0]?.recalledAt).not.toBe(null)
  const preview = await recalled.submit('Preview', { Message: 'Please stop.\n\nSorry.' })
  expect(preview.main).toContain('Hello Grace,')
  expect(preview.field('Message').value).toBe('Please stop.\n\nSorry.')
  const sent = await preview.submit('Send to 1 order')
  expect(sent.text).toContain('Emails are being sent')
  await runJobs(connection, ctx)
  const emails = await findSentEmails(connection, 'grace@orchard.example')
  expect(emails.filter(({ kind }) => kind === 'recall')).toHaveLength(1)
  const csv = await (await admin.get(`/admin/export/batch-recipients.csv?in=${id}`)).text()
  expect(csv).toContain(`${number},Grace,grace@orchard.example,US`)
})

test('adverse events are recorded for an order, and what is typed stays', async ({ ctx, admin }) => {
  const { id: productId, name } = await buildProduct(ctx, { name: 'Linden Balm' })
  const { number } = await buildSoldOrder(ctx, productId, 1)
  const form = await admin.open(`/admin/adverse-events/new?order=${number}`)
  const typed = { Product: 'Balm of nobody', 'What happened': 'Swollen eyelids', Severity: 'serious' }
  const refused = await form.submit('Record', typed)
  expect(refused.field('Product').description).toContain('There’s no product')
  expect(refused.field('What happened').value).toBe('Swollen eyelids')
  const recorded = await refused.submit('Record', { Product: 'linden balm' })
  expect(recorded.text).toContain('Adverse event recorded')
  expect(recorded.rows('Adverse events')).toHaveLength(1)
  expect(recorded.main).toContain(name)
  const [row] = (await admin.open('/admin/adverse-events?show=to-report')).rows('Adverse events')
  expect(row).toBeDefined()
  const csv = await (await admin.get('/admin/export/adverse-events.csv')).text()
  expect(csv).toContain('serious,Linden Balm')
})
