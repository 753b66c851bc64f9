import { z } from 'zod'
import { queryColumn } from '#db/sql.ts'
import { expect, test } from '#test/store.ts'
import { sealAudit } from '../audit/audit-seals.server.ts'
import { emailSignedSeal } from './audit-seal-email.server.ts'

test('each new seal is signed and emailed once, and a changed log is reported instead', async ({
  ctx,
  owner,
}) => {
  const addSealedEntry = async () => {
    await owner.query(
      `insert into audit_entries (at, action, subject) values (now() - interval '2 minutes', 'role-changed', 'usr_1')`,
    )
    await sealAudit(ctx.db)
  }
  const subjects = () =>
    queryColumn(ctx.db, z.string())`
      select subject from emails where kind in ('audit-seal', 'audit-changed') order by created_at, subject`
  await addSealedEntry()
  await emailSignedSeal(ctx)
  await emailSignedSeal(ctx)
  expect(await subjects()).toEqual(['Audit log sealed at entry 1'])
  await addSealedEntry()
  await owner.query('alter table audit_entries disable trigger audit_entries_permanent')
  await owner.query(`update audit_entries set subject = 'usr_2' where id = 2`)
  await emailSignedSeal(ctx)
  expect(await subjects()).toEqual(['Audit log sealed at entry 1', 'The audit log was changed'])
})
