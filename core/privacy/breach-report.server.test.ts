import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { listProfiles } from '../accounts/profiles.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import { readBreachReport } from './breach-report.server.ts'

test('the report says what an account did since a time, and whose data it touched', async ({ ctx }) => {
  const ada = await buildActor(ctx.db, { role: 'admin', email: 'ada@orchard.example' })
  const grace = await buildActor(ctx.db, { email: 'grace@orchard.example' })
  const mary = await buildActor(ctx.db, { email: 'mary@orchard.example' })
  const admin = { ...ctx, actor: ada }
  const longAgo = new Date(ctx.now.getTime() - 1000)
  await writeAudit({ ...admin, now: longAgo }, { action: 'customer-blocked', subject: mary.id })
  await writeAudit(admin, { action: 'customer-blocked', subject: grace.id })
  await writeAudit(admin, { action: 'list-exported', subject: 'users' })

  await listProfiles(admin, {})

  const report = await readBreachReport(ctx.db, { since: ctx.now, actor: 'Ada@orchard.example' })
  expect(report.actions.map(({ actor, action, count }) => [actor, action, count])).toEqual([
    ['ada@orchard.example', 'customer-blocked', 1],
    ['ada@orchard.example', 'list-exported', 1],
  ])
  expect(report.exportedLists).toEqual(['users'])
  expect(report.reads).toEqual([
    { reader: 'ada@orchard.example', data: 'customers', way: 'list', records: 3 },
  ])
  expect(report.affectedPeople).toEqual(['grace@orchard.example'])

  const earlier = await readBreachReport(ctx.db, { since: longAgo, actor: ada.id })
  expect(earlier.affectedPeople).toEqual(['grace@orchard.example', 'mary@orchard.example'])
  const other = await readBreachReport(ctx.db, { since: longAgo, actor: grace.id })
  expect([other.actions, other.reads, other.affectedPeople]).toEqual([[], [], []])
})
