import { z } from 'zod'
import type { Settings } from '#core/settings/settings.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { decrypt, encrypt } from './encryption.ts'

const StoredSecret = z.strictObject({ userId: z.string(), secret: z.string() })

/** Encrypts with the new secret what only the previous one opens. Returns how many accounts that were. */
export async function replaceSecret(db: Db, { secret, previousSecret }: Settings): Promise<number> {
  if (!previousSecret) return 0
  let replaced = 0
  for (const factor of await query(db, StoredSecret)`
    select user_id as "userId", secret from auth_two_factors`) {
    const text = openWith(previousSecret, factor.secret)
    if (text === undefined) continue
    replaced += await execute(db)`
      update auth_two_factors set secret = ${encrypt(text, secret)}
      where user_id = ${factor.userId} and secret = ${factor.secret}`
  }
  return replaced
}

function openWith(secret: string, encrypted: string): string | undefined {
  try {
    return decrypt(encrypted, { secret })
  } catch {
    return undefined
  }
}
