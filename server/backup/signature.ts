import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { StartupError } from '#db/startup-error.ts'
import { MANIFEST_FILE } from './manifest.ts'

export const SIGNATURE_FILE = 'manifest.sig.json'

/** The manifest has the checksum of every part, so signing it signs the whole backup. */
const Signature = z.object({ signer: z.string(), signature: z.string() })

// What precedes the 32 bytes of a private Ed25519 key in PKCS #8.
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A key of its own for this purpose, derived from AUTH_SECRET. */
function signingKey(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'backup signature', 32))
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
}

/** The public key, which proves who made a backup. It isn't secret. */
export function backupSigner(secret: string): string {
  return createPublicKey(signingKey(secret)).export({ format: 'jwk' }).x ?? ''
}

export function signManifest(manifest: string, secret: string): string {
  const signature = sign(null, Buffer.from(manifest), signingKey(secret)).toString('base64url')
  return `${JSON.stringify({ signer: backupSigner(secret), signature })}\n`
}

/** Refuses a backup that none of these signers has made. */
export async function verifySignature(folder: string, signers: string[]): Promise<void> {
  const text = await readFile(path.join(folder, SIGNATURE_FILE), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new StartupError(
      `${folder} isn't signed, so anyone could have changed it. To restore it anyway, add --unsigned.`,
    )
  const { signer, signature } = parseSignature(text)
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer }, format: 'jwk' })
  const manifest = await readFile(path.join(folder, MANIFEST_FILE))
  if (!verify(null, manifest, key, Buffer.from(signature, 'base64url')))
    throw new StartupError(`${folder} was changed after it was signed. Use another backup.`)
  if (signers.includes(signer)) return
  throw new StartupError(
    `${folder} is signed by ${signer}, which this machine doesn't know. If npm run backup printed this signer, add --signer ${signer}. To restore it anyway, add --unsigned.`,
  )
}

function parseSignature(text: string): z.infer<typeof Signature> {
  try {
    return Signature.parse(JSON.parse(text))
  } catch {
    throw new StartupError(`${SIGNATURE_FILE} can't be read: it is damaged. Use another backup.`)
  }
}
