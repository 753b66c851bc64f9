import { expect, test } from '#test/store.ts'
import { writeAudit } from './audit.server.ts'
import { findBrokenSeal, sealAudit, signLastSeal } from './audit-seals.server.ts'

test('a sealed log reveals changed, removed, and added entries', async ({ ctx, owner }) => {
  const insertOldEntry = (n: number) =>
    owner.query(
      `insert into audit_entries (at, action, subject) values (now() - interval '2 minutes', 'role-changed', $1)`,
      [`usr_${n}`],
    )
  for (let n = 1; n <= 4; n++) await insertOldEntry(n)
  await writeAudit(ctx, { action: 'role-changed', subject: 'just now' })
  await sealAudit(ctx.db)
  await sealAudit(ctx.db)
  await insertOldEntry(5)
  await Promise.all([sealAudit(ctx.db), sealAudit(ctx.db)])
  expect((await owner.query('select count(*) as sealed from audit_seals')).rows[0].sealed).toBe(5)
  expect(await findBrokenSeal(ctx)).toBeNull()
  const tamper = async (...statements: string[]) => {
    await owner.query('alter table audit_entries disable trigger audit_entries_permanent')
    for (const statement of statements) await owner.query(statement)
    return findBrokenSeal(ctx)
  }
  expect(await tamper(`update audit_entries set subject = 'usr_9' where id = 2`)).toBe(2)
  expect(await tamper(`update audit_entries set subject = 'usr_2' where id = 2`)).toBeNull()
  expect(
    await tamper('delete from audit_seals where entry_id = 3', 'delete from audit_entries where id = 3'),
  ).toBe(4)
})

test('the signed seal reveals an entry that the owner of the tables deletes before sealing the log again', async ({
  ctx,
  owner,
}) => {
  for (let n = 1; n <= 3; n++)
    await owner.query(
      `insert into audit_entries (at, action, subject) values (now() - interval '2 minutes', 'role-changed', $1)`,
      [`usr_${n}`],
    )
  expect(await signLastSeal(ctx)).toBeNull()
  await sealAudit(ctx.db)
  const signed = await signLastSeal(ctx)
  expect(signed).toMatchObject({ place: 3, entryId: 3 })
  expect(await signLastSeal(ctx)).toBeNull()
  expect(await findBrokenSeal(ctx)).toBeNull()
  await expect(owner.query('delete from audit_signed_seals')).rejects.toThrow()

  await owner.query('alter table audit_entries disable trigger audit_entries_permanent')
  await owner.query('delete from audit_seals')
  await owner.query('delete from audit_entries where id = 2')
  await sealAudit(ctx.db)
  expect(await findBrokenSeal({ db: ctx.db })).toBeNull()
  expect(await findBrokenSeal(ctx)).toBe(3)

  // Without the key, the owner of the tables can't sign the new seal.
  await owner.query('alter table audit_signed_seals disable trigger audit_signed_seals_permanent')
  await owner.query(
    'update audit_signed_seals g set (place, entry_id, hash) = (select s.place, s.entry_id, s.hash from audit_seals s order by s.place desc limit 1)',
  )
  expect(await findBrokenSeal(ctx)).toBe(3)
})

test('seals that were signed with the previous secret stay valid; those of an unknown signer don’t', async ({
  ctx,
  owner,
}) => {
  await owner.query(
    `insert into audit_entries (at, action, subject) values (now() - interval '2 minutes', 'role-changed', 'usr_1')`,
  )
  await sealAudit(ctx.db)
  await signLastSeal(ctx)
  const settings = { ...ctx.settings, secret: 'another secret' }
  expect(await findBrokenSeal({ ...ctx, settings })).toBe(1)
  const replaced = { ...settings, previousSecret: ctx.settings.secret }
  expect(await findBrokenSeal({ ...ctx, settings: replaced })).toBeNull()
})
