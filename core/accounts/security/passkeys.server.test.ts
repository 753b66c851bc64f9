import type { Context } from '#core/context.ts'
import { buildActor, findSentEmails, PASSWORD } from '#test/accounts.ts'
import { createDevice } from '#test/passkey-device.ts'
import { expect, test } from '#test/store.ts'
import { createLink } from '../one-time-links.server.ts'
import { listPasskeysBeforeReset, resetPassword } from '../passwords/password.server.ts'
import { ADMIN_LOGIN_REFUSED, signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.server.ts'
import { addPasskey, listPasskeys, removePasskey, startPasskeyRegistration } from './passkeys.server.ts'

const PROOF = { password: PASSWORD }
const WRONG_PASSWORD = { password: 'wrong orchard' }

async function register(ctx: Context, device = createDevice()) {
  const owner = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const request = await startPasskeyRegistration(owner, PROOF)
  await addPasskey(owner, { response: device.register(request), challenge: request.challenge, name: 'Phone' })
  return { owner, device }
}

test('a passkey signs its owner in, and each challenge works once', async ({ ctx }) => {
  const { owner, device } = await register(ctx)
  expect(await listPasskeys(owner)).toMatchObject([{ name: 'Phone' }])
  const request = await startPasskeySignIn(ctx)
  const assertion = { response: device.authenticate(request), challenge: request.challenge }
  const { user, session } = await signInWithPasskey(ctx, assertion)
  expect(user).toMatchObject({ id: owner.actor.id, role: 'admin' })
  expect(session.token).toMatch(/^[\w-]{43}$/)
  await expect(signInWithPasskey(ctx, assertion)).rejects.toMatchObject({ code: 'not_found' })
})

test('at the admin login, only a passkey of the designated administrator signs in', async ({ ctx }) => {
  const { owner, device } = await register(ctx)
  const settings = { ...ctx.settings, adminEmail: owner.actor.email }
  const signIn = async (settings: Context['settings']) => {
    const { challenge, ...request } = await startPasskeySignIn(ctx)
    const assertion = { response: device.authenticate({ challenge, ...request }), challenge }
    return signInWithPasskey({ ...ctx, settings }, assertion, { atAdminLogin: true })
  }
  await expect(signIn(ctx.settings)).rejects.toThrow(ADMIN_LOGIN_REFUSED)
  expect((await signIn(settings)).user.id).toBe(owner.actor.id)
})

test('a response from another origin, to another challenge, or without user verification is refused', async ({
  ctx,
}) => {
  const { device } = await register(ctx)
  const startSignIn = async () => startPasskeySignIn(ctx)
  const refused = { code: 'unauthenticated' }
  const first = await startSignIn()
  const other = await startSignIn()
  await expect(
    signInWithPasskey(ctx, { response: device.authenticate(other), challenge: first.challenge }),
  ).rejects.toMatchObject(refused)
  const absent = await startSignIn()
  await expect(
    signInWithPasskey(ctx, { response: device.authenticate(absent, 0x01), challenge: absent.challenge }),
  ).rejects.toMatchObject(refused)
  const phished = await startSignIn()
  const evil = createDevice({ origin: 'http://localhost:4000' })
  await expect(
    signInWithPasskey(ctx, { response: evil.authenticate(phished), challenge: phished.challenge }),
  ).rejects.toMatchObject(refused)
  const nonsense = await startSignIn()
  await expect(
    signInWithPasskey(ctx, { response: { id: 7 }, challenge: nonsense.challenge }),
  ).rejects.toMatchObject(refused)
})

test('a passkey belongs to one account, and only its owner can remove it', async ({ ctx }) => {
  const { owner, device } = await register(ctx)
  const stranger = { ...ctx, actor: await buildActor(ctx.db) }
  const [key] = await listPasskeys(owner)
  await expect(removePasskey(stranger, key?.id ?? '', PROOF)).rejects.toMatchObject({ code: 'not_found' })
  const offer = await startPasskeyRegistration(owner, PROOF)
  await expect(
    addPasskey(stranger, {
      response: createDevice().register(offer),
      challenge: offer.challenge,
      name: '',
    }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await removePasskey(owner, key?.id ?? '', PROOF)
  const request = await startPasskeySignIn(ctx)
  await expect(
    signInWithPasskey(ctx, { response: device.authenticate(request), challenge: request.challenge }),
  ).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('adding and removing a passkey asks for the password and is reported by email', async ({
  ctx,
  connection,
}) => {
  const { owner } = await register(ctx)
  const refused = { code: 'invalid_input', fields: { password: 'Invalid password' } }
  await expect(startPasskeyRegistration(owner, WRONG_PASSWORD)).rejects.toMatchObject(refused)
  const [key] = await listPasskeys(owner)
  await expect(removePasskey(owner, key?.id ?? '', WRONG_PASSWORD)).rejects.toMatchObject(refused)
  expect(await listPasskeys(owner)).toHaveLength(1)
  await removePasskey(owner, key?.id ?? '', PROOF)
  const emails = await findSentEmails(connection, owner.actor.email)
  expect(emails.map(({ kind }) => kind).toSorted()).toEqual(['passkey-added', 'passkey-removed'])
})

test('a password reset keeps the passkeys, or removes them on request', async ({ ctx }) => {
  const { owner } = await register(ctx)
  const reset = async (removePasskeys: boolean) => {
    const token = await createLink(ctx.db, 'reset', { userId: owner.actor.id })
    const offered = await listPasskeysBeforeReset(ctx, token)
    await resetPassword(ctx, { token, password: 'a newer orchard', removePasskeys })
    return offered.map(({ name }) => name)
  }
  expect(await reset(false)).toEqual(['Phone'])
  expect(await listPasskeys(owner)).toHaveLength(1)
  expect(await reset(true)).toEqual(['Phone'])
  expect(await listPasskeys(owner)).toEqual([])
  expect(await listPasskeysBeforeReset(ctx, 'x'.repeat(43))).toEqual([])
})
