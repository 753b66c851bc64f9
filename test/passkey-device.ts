import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type PasskeyRequest = { options: object; challenge: string }

/** Holds one key and responds like a browser, for a page at any origin. */
export function createDevice({ origin = 'http://localhost:3000', key = generateKey() } = {}) {
  const privateKey = createPrivateKey(key.pem)
  const publicKey = createPublicKey(privateKey)
  const id = Buffer.from(key.credentialId, 'base64url')
  let uses = key.uses
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

function generateKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { pem, credentialId: randomBytes(16).toString('base64url'), uses: 0 }
}
