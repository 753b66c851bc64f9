import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The text's bytes are the key. */
export function newTotpSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** For the QR code that an authenticator app scans. */
export function totpUri(secret: string, account: { issuer: string; label: string }): string {
  return createTotp(secret, account).toString()
}

/** The time step of the code, at most one step off for clocks that differ. Undefined if the code is wrong. */
export function findTimeStep(secret: string, { code, now }: { code: string; now: Date }): number | undefined {
  const totp = createTotp(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

function createTotp(secret: string, account?: { issuer: string; label: string }): TOTP {
  return new TOTP({ ...account, secret: Secret.fromUTF8(secret) })
}
