import type { Context } from '../context.ts'
import type { BrowserSession, ProgramSession, SignedIn, SignIn } from './account.ts'

/** Into a browser. Refused with the words for the toast; `too_often` when the password was guessed at too much. */
export async function signIn(_ctx: Context, _known: SignIn): Promise<SignedIn<BrowserSession>> {
  throw new Error('Not built yet')
}

/** /admin/login: the same, for the designated address alone. */
export async function signInAtAdmin(_ctx: Context, _known: SignIn): Promise<SignedIn<BrowserSession>> {
  throw new Error('Not built yet')
}

/** For a program that will send the access token along. */
export async function signInProgram(_ctx: Context, _known: SignIn): Promise<SignedIn<ProgramSession>> {
  throw new Error('Not built yet')
}
