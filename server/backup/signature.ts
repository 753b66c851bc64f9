import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isSignedBy, signerOf, signText } from '#core/signing-key.ts'
import { StartupError } from '#db/startup-error.ts'
import { MANIFEST_FILE } from './manifest.ts'

export const SIGNATURE_FILE = 'manifest.sig.json'

/** The manifest has the checksum of every part, so signing it signs the whole backup. */
const Signature = z.object({ signer: z.string(), signature: z.string() })

/** The public key, which proves who made a backup. It isn't secret. */
export function backupSigner(secret: string): string {
  return signerOf(secret, 'backup signature')
}

export function signManifest(manifest: string, secret: string): string {
  return `${JSON.stringify(signText(manifest, secret, 'backup signature'))}\n`
}

/** Refuses a backup that none of these signers has made. */
export async function verifySignature(folder: string, signers: string[]): Promise<void> {
  const text = await readFile(path.join(folder, SIGNATURE_FILE), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new StartupError(
      `${folder} isn't signed, so anyone could have changed it. To restore it anyway, add --unsigned.`,
    )
  const { signer, signature } = parseSignature(text)
  const manifest = await readFile(path.join(folder, MANIFEST_FILE))
  if (!isSignedBy(manifest, { signer, signature }))
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
