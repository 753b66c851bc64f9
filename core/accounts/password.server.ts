import type { Context } from '../context.ts'

/** The same answer for a known and an unknown address. The link leads to /reset-password. */
export async function requestPasswordReset(_ctx: Context, _email: string): Promise<void> {
  throw new Error('Not built yet')
}

/** Once per link; ends every session of the account. The screen finds the token with `resetTokenOf` (web/visit.ts). */
export async function resetPassword(
  _ctx: Context,
  _wanted: { token: string; password: string },
): Promise<void> {
  throw new Error('Not built yet')
}

/** Ends every other session. */
export async function changePassword(
  _ctx: Context,
  _wanted: { current: string; password: string },
): Promise<void> {
  throw new Error('Not built yet')
}
