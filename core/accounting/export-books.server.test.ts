import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import { asAdmin, asCustomer, buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPaidOrder, test as testCardOrders } from '#test/payments/card-orders.ts'
import { expect, test } from '#test/store.ts'
import { enqueueEmail } from '../email/emails.server.ts'
import { paymentFailedEmail } from '../orders/emails/payment-emails.ts'
import { findOrder } from '../orders/find-order.server.ts'
import { addEntry } from './entries.server.ts'
import { type BooksRecord, exportBooks } from './export-books.server.ts'

test('an export shows the books at one moment, however long it takes', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await buildProduct(ctx, { stock: 3 })
  await addEntry(admin, { description: 'Before', cents: 100 })
  const records = await exportBooks(admin)
  const first = await records.next()
  expect(first.value).toMatchObject({ kind: 'stock' })
  await addEntry(admin, { description: 'Meanwhile', cents: 100 })
  const kinds: string[] = []
  for await (const { kind } of records) kinds.push(kind)
  expect(kinds).toEqual(['accounting', 'accounting'])
})

test('an export that the reader leaves ends its transaction', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await buildProduct(ctx, { stock: 3 })
  const records = await exportBooks(admin)
  await records.next()
  await records.return()
  await expect.poll(() => connection.pool.idleCount).toBe(connection.pool.totalCount)
})

test('a few exports run at once, further ones are asked to come back, and an ended one makes room', async ({
  ctx,
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await buildProduct(ctx, { stock: 3 })
  const running = [await exportBooks(admin), await exportBooks(admin)]
  await expect(exportBooks(admin)).rejects.toMatchObject({ code: 'unavailable' })
  for (const records of running) await records.return()
  await expect
    .poll(() => exportBooks(admin).then((records) => records.return()))
    .toMatchObject({ done: true })
})

test('an export that gets no connection fails before it returns', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const db = {
    ...ctx.db,
    transaction: () => Promise.reject(new Error('timeout exceeded when trying to connect')),
  }
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(exportBooks({ ...admin, db })).rejects.toThrow('timeout exceeded')
})

testCardOrders(
  'an export has every order with its payment, stock, booking, and emails, and each of its amounts agrees',
  async ({ paymentContext: ctx }) => {
    const admin = await asAdmin(ctx)
    const { id, total } = await buildPaidOrder(ctx)
    await enqueueEmail(
      ctx.db,
      paymentFailedEmail(await findOrder(admin, id), {
        to: 'x',
        sender: { name: 'Eternal Beauty', support: '', footer: '', logo: null },
        link: '',
      }),
    )
    const records: BooksRecord[] = []
    for await (const record of await exportBooks(admin)) records.push(record)
    const ofOrder = records.filter(
      (record) => (record.kind === 'order' ? record.order.id : record.order_id) === id,
    )
    expect(ofOrder.map(({ kind }) => kind)).toEqual([
      ...['order', 'payment', 'stock', 'stock', 'stock'],
      ...['accounting', 'accounting', 'accounting', 'letter'],
    ])
    const amounts = ofOrder.map((record) => ('amount' in record ? record.amount : 0))
    expect(amounts).toContain(total)
    const booked = ofOrder.flatMap((record) => (record.kind === 'accounting' ? [record.base_amount] : []))
    expect(booked.reduce((sum, amount) => sum + amount, 0)).toBe(0)
    expect(JSON.stringify(ofOrder.filter(({ kind }) => kind === 'letter'))).not.toContain(
      'released the items',
    )
  },
)

test('only administrators export the books, and each export is in the audit log', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await (await exportBooks(admin)).return()
  const exports = (await listAuditEntries(admin, { search: 'books' })).rows
  expect(exports).toContainEqual(expect.objectContaining({ action: 'books-exported', by: admin.actor.email }))
  await expect(exportBooks(await asCustomer(ctx))).rejects.toMatchObject({ code: 'forbidden' })
})
