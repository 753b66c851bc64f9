import type { Context } from '../context.ts'
import type { BrowserSession, OpenSession, ProgramSession } from './account.ts'

/** Ends the session that asks, in every tab and for every token of it. */
export async function signOut(_ctx: Context): Promise<void> {
  throw new Error('Not built yet')
}

/** The browser's next cookie, when the one it has is near its end; else undefined. */
export async function refreshSession(_ctx: Context): Promise<BrowserSession | undefined> {
  throw new Error('Not built yet')
}

/** A refresh token for the next pair. */
export async function refreshProgram(_ctx: Context, _refreshToken: string): Promise<ProgramSession> {
  throw new Error('Not built yet')
}

export async function listSessions(_ctx: Context): Promise<OpenSession[]> {
  throw new Error('Not built yet')
}

export async function endSession(_ctx: Context, _id: string): Promise<void> {
  throw new Error('Not built yet')
}

export async function endOtherSessions(_ctx: Context): Promise<void> {
  throw new Error('Not built yet')
}
