import { z } from 'zod'
import { query } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { expect, test } from '#test/shared-store.ts'
import { insertAuditEntry, writeAudit } from './audit.server.ts'
import { AUDIT_KINDS } from './audit.ts'
import { listAuditEntries } from './audit-log.server.ts'

test('an entry says who changed what, when, and from what to what', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const now = new Date('2027-01-01T12:00:00Z')
  const change = { before: { price: 4800 }, after: { price: 5200 } }
  await writeAudit({ ...admin, now }, { action: 'product-changed', subject: 'prd_who', ...change })
  expect((await listAuditEntries(admin, { search: 'prd_who' })).rows).toEqual([
    {
      ...{ id: expect.any(Number), at: now, by: admin.actor.email },
      ...{ action: 'product-changed', subject: 'prd_who', subjectName: null, ...change },
    },
  ])
})

test('what the store does by itself has no person', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const entry = { at: ctx.now, actorId: null, requestId: null }
  await insertAuditEntry(ctx.db, { ...entry, action: 'back-up-made', subject: 'job' })
  await writeAudit({ ...ctx, actor: { kind: 'store' } }, { action: 'offer-stopped', subject: 'job' })
  const { rows } = await listAuditEntries(admin, { search: 'job' })
  expect(rows.map(({ by, before, after }) => [by, before, after])).toEqual([
    [null, null, null],
    [null, null, null],
  ])
})

test('an entry is written with its change or not at all', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const failing = ctx.db.transaction(async (tx) => {
    await writeAudit(admin, { action: 'product-changed', subject: 'prd_failed' }, tx)
    throw new Error('the change failed')
  })
  await expect(failing).rejects.toThrow('the change failed')
  expect((await listAuditEntries(admin, { search: 'prd_failed' })).rows).toEqual([])
})

test('entries can be neither changed nor deleted by the database’s owner', async ({ ctx, owner }) => {
  await writeAudit(await asAdmin(ctx), { action: 'product-changed', subject: 'prd_fixed' })
  for (const statement of [
    `update audit_entries set subject = 'prd_other' where subject = 'prd_fixed'`,
    `delete from audit_entries where subject = 'prd_fixed'`,
  ])
    await expect(owner.query(statement)).rejects.toThrow('is written once and never changed')
})

const Kind = z.strictObject({ kind: z.string() })

test.for([
  ['product-changed', 'products'],
  ['order-refunded', 'orders'],
  ['return-closed', 'orders'],
  ['letter-resent', 'orders'],
  ['order-email-resent', 'orders'],
  ['refund-retried', 'orders'],
  ['role-changed', 'people'],
  ['month-closed', 'books'],
  ['entry-added', 'books'],
  ['books-exported', 'books'],
  ['offer-stopped', 'offers'],
  ['settings-changed', 'settings'],
  ['family-changed', 'products'],
  ['back-up-made', 'system'],
  ['jobs-retried', 'system'],
] as const)('%s is listed among %s', async ([action, kind], { ctx }) => {
  expect(await query(ctx.db, Kind)`select audit_kind(${action}) as kind`).toEqual([{ kind }])
  expect(AUDIT_KINDS).toContain(kind)
})
