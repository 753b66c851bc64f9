import { z } from 'zod'
import { buildBatch } from '#core/batches/batches.fixture.ts'
import { deleteOldData } from '#core/privacy/delete-old-data.server.ts'
import { eraseGuest } from '#core/privacy/erase-person.server.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { asCustomer } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { findAdverseEvent, listAdverseEvents } from './adverse-events.server.ts'
import { editAdverseEvent, recordAdverseEvent } from './record-adverse-event.server.ts'

const REPORT = { receivedOn: '2026-01-10', severity: 'serious', description: 'Swollen eyelids' } as const

test('support records what an order’s product did, with its batch, and the audit log has no health data', async ({
  ctx,
  admin,
}) => {
  const { id: batchId, productId } = await buildBatch(admin, { number: 'A1', quantity: 3 })
  const order = await buildOrder(ctx, { lines: [{ productId, quantity: 1 }] })
  const support = await asCustomer(ctx, { staffRole: 'support' })
  const event = await recordAdverseEvent(support, { ...REPORT, order: `#${order.number}`, batch: 'A1' })
  expect(event).toMatchObject({
    ...{ productId, batchId, batchNumber: 'A1', orderNumber: order.number, email: 'grace@orchard.example' },
    ...{ severity: 'serious', receivedOn: '2026-01-10', reportedOn: null, createdBy: support.actor.email },
  })
  const later = await editAdverseEvent(support, event.id, {
    ...{ ...REPORT, productId, order: order.number, batch: 'A1' },
    ...{ reportedOn: '2026-01-20', actionTaken: 'Advised to see a doctor' },
  })
  expect(later).toMatchObject({ reportedOn: '2026-01-20', actionTaken: 'Advised to see a doctor' })
  const log = await queryColumn(ctx.db, z.string())`
    select (before::text || after::text) from audit_entries where subject = ${event.id} and before is not null`
  expect(log.join()).not.toMatch(/Swollen|doctor|grace/)
  const listed = async (filter: string, scope: string) =>
    (await listAdverseEvents(support, { filter, scope })).rows.map(({ id }) => id)
  expect(await listed('serious', productId)).toEqual([event.id])
  expect(await listed('to-report', batchId)).toEqual([])
})

test.for([
  [{ description: ' ' }, 'description'],
  [{ receivedOn: '2999-01-01' }, 'receivedOn'],
  [{ reportedOn: '2026-01-09' }, 'reportedOn'],
  [{ order: 'EB000000' }, 'order'],
  [{ batch: 'none' }, 'batch'],
  [{ email: 'grace' }, 'email'],
  [{ productId: 'prd_00000000000000000000' }, 'productId'],
  [{ productId: '' }, 'productId'],
] as const)('a report with %o is refused', async ([overrides, field], { admin }) => {
  const { id: productId } = await buildProduct(admin)
  await expect(recordAdverseEvent(admin, { ...REPORT, productId, ...overrides })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { [field]: expect.any(String) },
  })
})

test('an order that doesn’t contain the product is refused', async ({ ctx, admin }) => {
  const [order, { id: productId }] = [await buildOrder(ctx), await buildProduct(admin)]
  await expect(
    recordAdverseEvent(admin, { ...REPORT, productId, order: order.number }),
  ).rejects.toMatchObject({
    fields: { order: `Order ${order.number} doesn’t contain this product.` },
  })
})

test('when a customer is erased, the report stays without their email address, for six years', async ({
  ctx,
  admin,
}) => {
  const { id: productId } = await buildProduct(admin)
  const email = 'leaving@orchard.example'
  const { id } = await recordAdverseEvent(admin, { ...REPORT, productId, email })
  await ctx.db.transaction((tx) => eraseGuest(tx, { id: null, email }))
  expect(await findAdverseEvent(admin, id)).toMatchObject({ email: null, description: 'Swollen eyelids' })
  const old = await recordAdverseEvent(admin, { ...REPORT, productId })
  await execute(ctx.db)`
    update adverse_events set received_on = current_date - interval '6 years 2 days' where id = ${old.id}`
  await deleteOldData(ctx.db, ctx.settings)
  await expect(findAdverseEvent(admin, old.id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await findAdverseEvent(admin, id)).toMatchObject({ id })
})

test('packers and customers neither read nor record reports', async ({ ctx, admin, customer }) => {
  const { id: productId } = await buildProduct(admin)
  const { id } = await recordAdverseEvent(admin, { ...REPORT, productId })
  for (const actor of [customer, await asCustomer(ctx, { staffRole: 'packer' })]) {
    await expect(listAdverseEvents(actor, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(findAdverseEvent(actor, id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(recordAdverseEvent(actor, { ...REPORT, productId })).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
})
