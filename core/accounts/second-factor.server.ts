import type { Context } from '../context.ts'
import type { BrowserSession, User } from './account.ts'

/** The second step of signing in: a code from the app, or one of the recovery codes. */
export async function finishSignIn(
  _ctx: Context,
  _given: { challenge: string; code: string },
): Promise<{ user: User; session: BrowserSession }> {
  throw new Error('Not built yet')
}

export async function hasSecondFactor(_ctx: Context): Promise<boolean> {
  throw new Error('Not built yet')
}

/** The address for an authenticator app, and ten recovery codes, shown this once. It counts when a code has proved it. */
export async function beginSecondFactor(
  _ctx: Context,
  _given: { password: string },
): Promise<{ totpUri: string; recoveryCodes: string[] }> {
  throw new Error('Not built yet')
}

export async function proveSecondFactor(_ctx: Context, _given: { code: string }): Promise<void> {
  throw new Error('Not built yet')
}

export async function endSecondFactor(_ctx: Context, _given: { password: string }): Promise<void> {
  throw new Error('Not built yet')
}
