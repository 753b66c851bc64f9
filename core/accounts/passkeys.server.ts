import type { Context } from '../context.ts'
import type { BrowserSession, User } from './account.ts'

export type Passkey = { id: string; name: string; createdAt: Date }
/** What navigator.credentials is asked with, as JSON, and what must be kept (a cookie of five minutes) until it answers. */
export type PasskeyQuestion = { options: object; challenge: string }

export async function offerPasskey(_ctx: Context): Promise<PasskeyQuestion> {
  throw new Error('Not built yet')
}

export async function addPasskey(
  _ctx: Context,
  _given: { answer: unknown; challenge: string; name: string },
): Promise<void> {
  throw new Error('Not built yet')
}

export async function askForPasskey(_ctx: Context): Promise<PasskeyQuestion> {
  throw new Error('Not built yet')
}

export async function signInWithPasskey(
  _ctx: Context,
  _given: { answer: unknown; challenge: string },
): Promise<{ user: User; session: BrowserSession }> {
  throw new Error('Not built yet')
}

export async function listPasskeys(_ctx: Context): Promise<Passkey[]> {
  throw new Error('Not built yet')
}

export async function removePasskey(_ctx: Context, _id: string): Promise<void> {
  throw new Error('Not built yet')
}
