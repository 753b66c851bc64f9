import type { Context } from '#core/context.ts'
import { readStoreIdentity } from '#core/settings/store-identity.server.ts'
import { DAY_MS } from '#core/time-units.ts'

// RFC 9116 recommends less than a year.
const VALID_DAYS = 180

/** Where to report a vulnerability (RFC 9116). */
export async function securityTxt(ctx: Context, origin: string): Promise<string> {
  const { support } = await readStoreIdentity(ctx)
  const today = Math.floor(ctx.now.getTime() / DAY_MS)
  const expires = new Date((today + VALID_DAYS) * DAY_MS).toISOString()
  return [
    `Contact: mailto:${support.email}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}
