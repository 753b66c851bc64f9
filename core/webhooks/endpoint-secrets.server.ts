import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { decrypt, encrypt } from '../accounts/security/encryption.ts'
import type { Settings } from '../settings/settings.ts'

type SecretContext = { settings: Pick<Settings, 'secret' | 'previousSecret'> }

export function encryptedSecret({ settings }: SecretContext, secret: string): string {
  return encrypt(secret, settings.secret)
}

/** Undefined if they were encrypted with another AUTH_SECRET. */
export function decryptedSecrets(
  { settings }: SecretContext,
  encrypted: readonly (string | null)[],
): string[] | undefined {
  try {
    return encrypted.flatMap((text) => (text ? [decrypt(text, settings)] : []))
  } catch {
    return undefined
  }
}

const StoredSecrets = z.strictObject({ id: z.string(), secret: z.string(), previous: z.string().nullable() })

/** Encrypts with the new AUTH_SECRET what only the previous one opens. */
export async function replaceEndpointSecrets(
  db: Db,
  settings: Pick<Settings, 'secret' | 'previousSecret'>,
): Promise<void> {
  if (!settings.previousSecret) return
  const endpoints = await query(db, StoredSecrets)`
    select id, secret, previous_secret as previous from webhook_endpoints where deleted_at is null`
  for (const { id, secret, previous } of endpoints) {
    const [current, former] = decryptedSecrets({ settings }, [secret, previous]) ?? []
    if (!current) continue
    await execute(db)`
      update webhook_endpoints set secret = ${encrypt(current, settings.secret)},
        previous_secret = ${former ? encrypt(former, settings.secret) : null}
      where id = ${id} and secret = ${secret}`
  }
}
