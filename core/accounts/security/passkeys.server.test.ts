import type { Context } from '#core/context.ts'
import { buildActor } from '#test/accounts.ts'
import { createDevice } from '#test/passkey-device.ts'
import { expect, test } from '#test/store.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
} from './passkeys.server.ts'

async function register(ctx: Context, device = createDevice()) {
  const owner = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const request = await startPasskeyRegistration(owner)
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
  await expect(removePasskey(stranger, key?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
  const offer = await startPasskeyRegistration(owner)
  await expect(
    addPasskey(stranger, {
      response: createDevice().register(offer),
      challenge: offer.challenge,
      name: '',
    }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await removePasskey(owner, key?.id ?? '')
  const request = await startPasskeySignIn(ctx)
  await expect(
    signInWithPasskey(ctx, { response: device.authenticate(request), challenge: request.challenge }),
  ).rejects.toMatchObject({ code: 'unauthenticated' })
})
