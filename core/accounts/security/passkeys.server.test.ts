import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Context } from '#core/context.ts'
import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
} from './passkeys.server.ts'

type PasskeyRequest = { options: object; challenge: string }

/** Holds one key and responds like a browser, for a page at any origin. */
function createDevice(origin = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let uses = 0
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
  const clientData = (type: string, { options }: PasskeyRequest) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: 'challenge' in options ? options.challenge : '',
        origin,
        crossOrigin: false,
      }),
    )
  const authenticatorFlags = (flags: number) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++uses)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter])
  }
  const envelope = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }

  return {
    register(request: PasskeyRequest) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const authData = Buffer.concat([
        authenticatorFlags(0x45),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        isoCBOR.encode(key),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      const object = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])
      return {
        ...envelope,
        response: {
          clientDataJSON: clientData('webauthn.create', request).toString('base64url'),
          attestationObject: Buffer.from(object).toString('base64url'),
        },
      }
    },
    authenticate(request: PasskeyRequest, flags = 0x05) {
      const client = clientData('webauthn.get', request)
      const data = authenticatorFlags(flags)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...envelope,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

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
  const evil = createDevice('http://localhost:4000')
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
