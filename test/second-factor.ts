import { createOTP } from '@better-auth/utils/otp'
import { confirmSecondFactor, startSecondFactor } from '#core/accounts/security/second-factor.server.ts'
import type { Context } from '#core/context.ts'
import { PASSWORD } from './accounts.ts'

/** Enables the second factor as the account's owner would with an authenticator app. */
export async function enableSecondFactor(owner: Context) {
  const { totpUri, recoveryCodes } = await startSecondFactor(owner, { password: PASSWORD })
  const secret = new URL(totpUri).searchParams.get('secret') ?? ''
  const code = () => createOTP(Buffer.from(base32(secret)).toString()).totp()
  const session = await confirmSecondFactor(owner, { code: await code() })
  return { recoveryCodes, code, session }
}

function base32(text: string): Uint8Array {
  let bits = ''
  for (const character of text.replace(/=+$/, ''))
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
