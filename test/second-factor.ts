import { Secret, TOTP } from 'otpauth'
import { confirmSecondFactor, startSecondFactor } from '#core/accounts/security/second-factor.server.ts'
import type { Context } from '#core/context.ts'
import { PASSWORD } from './accounts.ts'

/** Each code works once, so this uses the previous one and leaves the current and the next one. */
export async function enableSecondFactor(owner: Context) {
  const { totpUri, recoveryCodes } = await startSecondFactor(owner, { password: PASSWORD })
  const code = authenticatorApp(new URL(totpUri).searchParams.get('secret') ?? '', owner.now)
  const session = await confirmSecondFactor(owner, { code: code(-1) })
  return { recoveryCodes, code, session }
}

/** Returns a function for the code that the app shows at `now`, or a number of time steps later. */
export function authenticatorApp(key: string, now: Date) {
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  return (steps = 0) => totp.generate({ timestamp: now.getTime() + steps * 30_000 })
}
