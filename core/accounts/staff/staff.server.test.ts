import {
  asAdmin,
  asCustomer,
  buildAccount,
  findEmailLink,
  findSentEmails,
  JUST_SIGNED_IN,
  PASSWORD,
} from '#test/accounts.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../../context.ts'
import { blockCustomer } from '../block-customer.server.ts'
import { findProfile } from '../profiles.server.ts'
import { changeRole } from '../roles.server.ts'
import { signOutEverywhere } from '../sessions/sign-out-everywhere.server.ts'
import { acceptInvitation, findInvitation, signUpWithInvitation } from './accept-invitation.server.ts'
import { inviteStaff, listInvitations, resendInvitation, revokeInvitation } from './invitations.server.ts'
import { changeStaffRole, listStaff } from './staff.server.ts'

const PACKER = { email: 'packer@orchard.example', staffRole: 'packer' } as const
const STRONG_PASSWORD = 'seven quiet orchards'

async function invite(ctx: Context, connection: Parameters<typeof findEmailLink>[0], email: string) {
  await inviteStaff(ctx, { email, staffRole: 'packer' }, JUST_SIGNED_IN)
  const link = await findEmailLink(connection, email)
  return new URLSearchParams(link.split('?')[1]).get('token') ?? ''
}

test('an invited person without an account signs up with the link, once', async ({ ctx, connection }) => {
  const owner = await asAdmin(ctx)
  const token = await invite(owner, connection, 'new@orchard.example')
  expect(await findInvitation(ctx, token)).toMatchObject({ email: 'new@orchard.example', hasAccount: false })
  const form = { token, fullName: 'Nia', password: STRONG_PASSWORD }
  await signUpWithInvitation(ctx, form)
  const { rows } = await listStaff(owner, { sort: 'newest' })
  const member = rows.find(({ email }) => email === 'new@orchard.example')
  expect(member).toMatchObject({ staffRole: 'packer', fullName: 'Nia', hasSecondFactor: false })
  await expect(signUpWithInvitation(ctx, form)).rejects.toMatchObject({ code: 'not_found' })
})

test('a link works only for the invited address, and not after it is replaced or revoked', async ({
  ctx,
  connection,
}) => {
  const owner = await asAdmin(ctx)
  const invited = await asCustomer(ctx)
  const stranger = await asCustomer(ctx)
  const first = await invite(owner, connection, invited.actor.email)
  await expect(acceptInvitation(stranger, first)).rejects.toMatchObject({ code: 'forbidden' })
  const [{ id = '' } = {}] = await listInvitations(owner)
  await resendInvitation(owner, id, JUST_SIGNED_IN)
  await expect(acceptInvitation(invited, first)).rejects.toMatchObject({ code: 'not_found' })
  await revokeInvitation(owner, id)
  await expect(revokeInvitation(owner, id)).rejects.toMatchObject({ code: 'not_found' })
  const second = await invite(owner, connection, invited.actor.email)
  const later = new Date(Date.now() + 8 * 24 * 3_600_000)
  await expect(acceptInvitation({ ...invited, now: later }, second)).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(acceptInvitation(invited, 'forged')).rejects.toMatchObject({ code: 'not_found' })
  await acceptInvitation(invited, second)
  expect((await findProfile(ctx.db, invited.actor.id))?.staffRole).toBe('packer')
})

test('an invitation works only while the person who sent it may invite', async ({ ctx, connection }) => {
  const inviter = await asAdmin(ctx)
  await buildAccount(ctx.db, { role: 'admin' })
  const invited = await asCustomer(ctx)
  const token = await invite(inviter, connection, invited.actor.email)
  const setRole = (role: string) =>
    connection.pool.query('update profiles set role = $2 where id = $1', [inviter.actor.id, role])
  await setRole('user')
  expect(await findInvitation(ctx, token)).toBeUndefined()
  await expect(acceptInvitation(invited, token)).rejects.toMatchObject({ code: 'not_found' })
  await setRole('admin')
  expect(await acceptInvitation(invited, token)).toHaveProperty('session')
})

test('an invitation is answered alike for known and unknown addresses, and refused for staff', async ({
  ctx,
  connection,
}) => {
  const owner = await asAdmin(ctx)
  const known = await buildAccount(ctx.db)
  await inviteStaff(owner, { email: known.email, staffRole: 'editor' }, JUST_SIGNED_IN)
  await inviteStaff(owner, { email: 'unknown@orchard.example', staffRole: 'editor' }, JUST_SIGNED_IN)
  const [toKnown, toUnknown] = await Promise.all(
    [known.email, 'unknown@orchard.example'].map((email) => findSentEmails(connection, email)),
  )
  expect(toKnown?.map(({ kind }) => kind)).toEqual(toUnknown?.map(({ kind }) => kind))
  await expect(
    inviteStaff(owner, { ...PACKER, email: owner.actor.email }, JUST_SIGNED_IN),
  ).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('the owner changes a role with their password; the person is signed out and gets an email', async ({
  ctx,
  connection,
}) => {
  const owner = await asAdmin(ctx)
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  const change = { id: packer.actor.id, staffRole: 'editor' } as const
  await expect(changeStaffRole(owner, change, { password: 'wrong' })).rejects.toThrow()
  await changeStaffRole(owner, change, { password: PASSWORD })
  expect((await findProfile(ctx.db, packer.actor.id))?.staffRole).toBe('editor')
  const emails = await findSentEmails(connection, packer.actor.email)
  expect(emails.at(-1)).toMatchObject({ kind: 'staff-role-changed' })
  await changeStaffRole(owner, { ...change, staffRole: null }, JUST_SIGNED_IN)
  await expect(changeStaffRole(owner, change, JUST_SIGNED_IN)).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    changeStaffRole(owner, { ...change, id: owner.actor.id }, JUST_SIGNED_IN),
  ).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('only the owner manages staff', async ({ ctx }) => {
  const manager = await asCustomer(ctx, { staffRole: 'manager' })
  const change = { id: manager.actor.id, staffRole: 'editor' } as const
  const attempts = [
    listStaff(manager, {}),
    listInvitations(manager),
    inviteStaff(manager, PACKER, JUST_SIGNED_IN),
    changeStaffRole(manager, change, JUST_SIGNED_IN),
    changeRole(manager, { id: manager.actor.id, role: 'admin' }, JUST_SIGNED_IN),
  ]
  for (const attempt of attempts) await expect(attempt).rejects.toThrow('Your role doesn’t include staff')
})

test('an administrator who was staff has no staff role anymore', async ({ ctx }) => {
  const owner = await asAdmin(ctx)
  const manager = await asCustomer(ctx, { staffRole: 'manager' })
  await changeRole(owner, { id: manager.actor.id, role: 'admin' }, JUST_SIGNED_IN)
  expect(await findProfile(ctx.db, manager.actor.id)).toMatchObject({ role: 'admin', staffRole: null })
})

test('support can block customers, but neither block nor sign out staff', async ({ ctx }) => {
  const support = await asCustomer(ctx, { staffRole: 'support' })
  const [customer, manager, owner] = [
    await buildAccount(ctx.db),
    await buildAccount(ctx.db, { staffRole: 'manager' }),
    await buildAccount(ctx.db, { role: 'admin' }),
  ]
  await blockCustomer(support, customer.id)
  await expect(blockCustomer(support, manager.id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(signOutEverywhere(support, manager.id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(signOutEverywhere(support, owner.id)).rejects.toMatchObject({ code: 'forbidden' })
})
