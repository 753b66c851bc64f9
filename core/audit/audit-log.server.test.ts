import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { writeAudit } from './audit.server.ts'
import { listAuditEntries } from './audit-log.server.ts'

test('the log lists newest entries first and can be searched by actor, action, and subject', async ({
  ctx,
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin', email: 'ada@orchard.example' }) }
  for (const subject of ['prd_1', 'prd_2', 'ord_1'])
    await writeAudit(admin, {
      action: subject.startsWith('ord') ? 'order-status-changed' : 'product-changed',
      subject,
    })
  const subjects = async (search?: string) =>
    (await listAuditEntries(admin, { search })).rows.map((row) => row.subject)
  expect(await subjects()).toEqual(['ord_1', 'prd_2', 'prd_1'])
  expect(await subjects('product')).toEqual(['prd_2', 'prd_1'])
  expect(await subjects('prd_1')).toEqual(['prd_1'])
  expect(await subjects('ADA@')).toHaveLength(3)
  const subjectsOfKind = async (filter: string) =>
    (await listAuditEntries(admin, { filter, sort: 'oldest' })).rows.map((row) => row.subject)
  expect(await subjectsOfKind('products')).toEqual(['prd_1', 'prd_2'])
  expect(await subjectsOfKind('orders')).toEqual(['ord_1'])
  expect(await subjectsOfKind('people')).toEqual([])
  const readPage = (cursor: string | null, filter?: string) =>
    listAuditEntries(admin, { search: 'ada@', sort: 'oldest', limit: 1, filter, cursor: cursor ?? undefined })
  const oldest = await readPage(null, 'products')
  expect(oldest.rows.map((row) => row.subject)).toEqual(['prd_1'])
  const next = await readPage(oldest.next)
  expect(next.rows.map((row) => row.subject)).toEqual(['prd_2'])
  expect((await readPage(next.previous)).rows).toEqual(oldest.rows)
  const first = await listAuditEntries(admin, { limit: 2 })
  expect((await listAuditEntries(admin, { limit: 2, cursor: first.next ?? '' })).rows).toHaveLength(1)
})

test('a search finds a renamed action under both names', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await writeAudit(admin, { action: 'order-moved', subject: 'ord_1' })
  await writeAudit(admin, { action: 'order-status-changed', subject: 'ord_2' })
  const subjects = async (search: string) =>
    (await listAuditEntries(admin, { search })).rows.map(({ subject }) => subject)
  expect(await subjects('Status changed')).toEqual(['ord_2', 'ord_1'])
  expect(await subjects('order-moved')).toEqual(['ord_2', 'ord_1'])
  expect(await subjects('resent')).toEqual([])
})
