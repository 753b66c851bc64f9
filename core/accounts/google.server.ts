import type { Context } from '../context.ts'
import type { BrowserSession, SignedIn } from './account.ts'

/** Where to send the browser, and what it must bring back with it (a cookie of ten minutes). */
export async function beginGoogle(
  _ctx: Context,
  _wanted: { next: string },
): Promise<{ url: string; handshake: string }> {
  throw new Error('Not built yet')
}

/** What Google sent the browser back with; refused with the words of the 'Google Login Failed' toast. */
export async function finishGoogle(
  _ctx: Context,
  _back: { address: URL; handshake: string },
): Promise<{ next: string; signedIn: SignedIn<BrowserSession> }> {
  throw new Error('Not built yet')
}
