import { z } from 'zod'
import { signIn } from '#core/accounts/sign-in/sign-in.server.ts'
import type { Context } from '#core/context.ts'
import { queryColumn } from '#db/sql.ts'
import { buildAccount, buildActor, findSentEmails, PASSWORD, runJobs } from '#test/accounts.ts'
import { enableSecondFactor } from '#test/second-factor.ts'
import { expect, test } from '#test/store.ts'
import { changeSecondFactorRoles, findSecondFactorRoles } from './change-second-factor-roles.server.ts'
import { hasSecondFactor, removeSecondFactor } from './remove-second-factor.server.ts'
import { isSecondFactorRequired } from './second-factor-roles.ts'

const asOwner = async (ctx: Context) => ({ ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) })

test('everyone with a role needs two-step sign-in outside the demo, and customers never do', () => {
  const roles = [
    { role: 'admin' },
    { role: 'user', staffRole: 'packer' },
    { role: 'user', staffRole: null },
  ] as const
  const required = (requireSecondFactor: boolean, secondFactorRoles: ['packer'] | [] | null) =>
    roles.map((account) => isSecondFactorRequired(account, { requireSecondFactor }, { secondFactorRoles }))
  expect(required(true, null)).toEqual([true, true, false])
  expect(required(false, null)).toEqual([false, false, false])
  expect(required(true, ['packer'])).toEqual([false, true, false])
  expect(required(true, [])).toEqual([false, false, false])
})

test('an owner chooses with their password which roles need two-step sign-in', async ({
  ctx,
  logEntries,
}) => {
  const owner = await asOwner(ctx)
  const { roles, version } = await findSecondFactorRoles(owner)
  expect(roles).toEqual([])
  await expect(
    changeSecondFactorRoles(owner, version, { roles: ['owner'], password: 'wrong' }),
  ).rejects.toMatchObject({ fields: { password: expect.any(String) } })
  const change = { roles: ['packer' as const, 'owner' as const], password: PASSWORD }
  const changed = await changeSecondFactorRoles(owner, version, change)
  expect(changed.roles).toEqual(['owner', 'packer'])
  await expect(changeSecondFactorRoles(owner, version, change)).rejects.toMatchObject({ code: 'conflict' })
  expect(logEntries).toContainEqual(
    expect.objectContaining({ action: 'second-factor-roles', outcome: 'succeeded' }),
  )
})

test('an owner turns off the second factor of someone who lost it, who is signed out and gets an email', async ({
  ctx,
  connection,
  logEntries,
}) => {
  const owner = await asOwner(ctx)
  const customer = { ...ctx, actor: await buildActor(ctx.db) }
  const { id, email } = customer.actor
  await expect(removeSecondFactor(owner, id, { password: PASSWORD })).rejects.toThrow(
    'This account doesn’t use two-step sign-in.',
  )
  await enableSecondFactor(customer)
  expect(await hasSecondFactor(owner, id)).toBe(true)
  await expect(removeSecondFactor(owner, id, { password: 'wrong' })).rejects.toThrow()
  await removeSecondFactor(owner, id, { password: PASSWORD })
  expect(await hasSecondFactor(owner, id)).toBe(false)
  expect(await queryColumn(ctx.db, z.string())`select id from auth_sessions where user_id = ${id}`).toEqual(
    [],
  )
  expect(await signIn(ctx, { email, password: PASSWORD })).toMatchObject({ outcome: 'signed-in' })
  await runJobs(connection, ctx)
  const subjects = (await findSentEmails(connection, email)).map(({ subject }) => subject)
  expect(subjects).toContain('Two-step sign-in was turned off')
  expect(
    await queryColumn(ctx.db, z.string())`select action from audit_entries where subject = ${id}`,
  ).toEqual(['second-factor-removed'])
  expect(logEntries).toContainEqual(
    expect.objectContaining({ action: 'second-factor-removed', account: id, outcome: 'succeeded' }),
  )
})

test('nobody else can turn off a second factor, and owners don’t turn off their own there', async ({
  ctx,
}) => {
  const owner = await asOwner(ctx)
  await expect(removeSecondFactor(owner, owner.actor.id, { password: PASSWORD })).rejects.toThrow('your own')
  const customer = { ...ctx, actor: await buildActor(ctx.db) }
  const { id } = await buildAccount(ctx.db)
  await expect(removeSecondFactor(customer, id, { password: PASSWORD })).rejects.toMatchObject({
    code: 'forbidden',
  })
})
