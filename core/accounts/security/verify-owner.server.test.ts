import type { Context } from '#core/context.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { execute } from '#db/sql.ts'
import { asCustomer, PASSWORD } from '#test/accounts.ts'
import { createDevice } from '#test/passkey-device.ts'
import { enableSecondFactor } from '#test/second-factor.ts'
import { expect, test } from '#test/store.ts'
import { removePassword } from '../account.server.ts'
import { changeEmail } from '../change-email.server.ts'
import { endOtherSessions, listSessions } from '../sessions/active-sessions.server.ts'
import { findTokenSession } from '../sessions/token-session.server.ts'
import { startPasskeySignIn } from './passkey-sign-in.server.ts'
import { addPasskey, listPasskeys, removePasskey, startPasskeyRegistration } from './passkeys.server.ts'
import { disableSecondFactor, startSecondFactor } from './second-factor.server.ts'
import { findOwnerProofs, type OwnerProof, verifyOwner } from './verify-owner.server.ts'

async function addPasskeyWith(owner: Context, proof: OwnerProof, device = createDevice()) {
  const request = await startPasskeyRegistration(owner, proof)
  const passkey = { response: device.register(request), challenge: request.challenge, name: 'Phone' }
  await addPasskey(owner, passkey)
  return device
}

async function proveWith(ctx: Context, device: ReturnType<typeof createDevice>): Promise<OwnerProof> {
  const request = await startPasskeySignIn(ctx)
  return { passkey: { response: device.authenticate(request), challenge: request.challenge } }
}

/** As it is after a sign-up with Google. */
async function withoutPassword(ctx: Context) {
  const owner = await asCustomer(ctx)
  await removePassword(ctx.db, owner.actor.id)
  return owner
}

async function signedInAnHourAgo(owner: Context): Promise<void> {
  const { sessionId } = requireSignedIn(owner.actor)
  await execute(owner.db)`
    update auth_sessions set created_at = now() - interval '1 hour' where id = ${sessionId}`
}

test('a passkey proves its owner instead of the password, once', async ({ ctx }) => {
  const owner = await asCustomer(ctx)
  const device = await addPasskeyWith(owner, { password: PASSWORD })
  const proof = await proveWith(ctx, device)
  await addPasskeyWith(owner, proof)
  await expect(verifyOwner(owner, proof)).rejects.toMatchObject({ code: 'not_found' })
  const [first] = await listPasskeys(owner)
  await removePasskey(owner, first?.id ?? '', await proveWith(ctx, device))
  expect(await listPasskeys(owner)).toHaveLength(1)
})

test('a passkey of another account proves nothing', async ({ ctx }) => {
  const owner = await asCustomer(ctx)
  const device = await addPasskeyWith(await asCustomer(ctx), { password: PASSWORD })
  await expect(endOtherSessions(owner, await proveWith(ctx, device))).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('a passkey counts as two factors, a password as one', async ({ ctx }) => {
  const enrolled = await asCustomer(ctx)
  const device = await addPasskeyWith(enrolled, { password: PASSWORD })
  const { session, code } = await enableSecondFactor(enrolled)
  const owner = {
    ...ctx,
    actor: requireSignedIn((await findTokenSession(ctx, session.token, 'browser'))?.actor ?? ctx.actor),
  }
  const codeRequired = { fields: { code: 'Please enter the code.' } }
  await expect(disableSecondFactor(owner, { password: PASSWORD })).rejects.toMatchObject(codeRequired)
  await expect(addPasskeyWith(owner, { password: PASSWORD })).rejects.toMatchObject(codeRequired)
  const [passkey] = await listPasskeys(owner)
  await expect(removePasskey(owner, passkey?.id ?? '', { password: PASSWORD })).rejects.toMatchObject(
    codeRequired,
  )
  const newAddress = { email: 'new@orchard.example', password: PASSWORD }
  await expect(changeEmail(owner, newAddress)).rejects.toMatchObject(codeRequired)
  await addPasskeyWith(owner, { password: PASSWORD, code: code() })
  await disableSecondFactor(owner, await proveWith(ctx, device))
  expect(await findOwnerProofs(owner)).toMatchObject({
    hasPassword: true,
    hasPasskey: true,
    hasSecondFactor: false,
  })
})

test('an account without a password proves its owner by a sign-in of the last minutes, or a passkey', async ({
  ctx,
}) => {
  const owner = await withoutPassword(ctx)
  expect(await findOwnerProofs(owner)).toMatchObject({ hasPassword: false, hasJustSignedIn: true })
  const device = await addPasskeyWith(owner, {})
  expect((await startSecondFactor(owner, {})).recoveryCodes).toHaveLength(10)
  await signedInAnHourAgo(owner)
  const refused = { code: 'invalid_input', message: expect.stringContaining('sign in with Google again') }
  const email = 'new@orchard.example'
  await expect(changeEmail(owner, { email })).rejects.toMatchObject(refused)
  await expect(changeEmail(owner, { email, password: PASSWORD })).rejects.toMatchObject(refused)
  await expect(endOtherSessions(owner, {})).rejects.toMatchObject(refused)
  await changeEmail(owner, { email, ...(await proveWith(ctx, device)) })
  await endOtherSessions(owner, await proveWith(ctx, device))
})

test('with a password, a sign-in of the last minutes is not enough', async ({ ctx }) => {
  const owner = await asCustomer(ctx)
  await expect(endOtherSessions(owner, {})).rejects.toMatchObject({
    fields: { password: 'Please enter your password.' },
  })
  expect(await listSessions(owner)).toHaveLength(1)
})
