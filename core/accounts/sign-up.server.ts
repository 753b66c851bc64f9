import type { Context } from '../context.ts'
import type { SignUp } from './account.ts'

/** The same for a new and a known address: the letter alone tells its owner which it was. */
export async function signUp(_ctx: Context, _wanted: SignUp): Promise<void> {
  throw new Error('Not built yet')
}

/** Sends the confirmation again, if there is an account that waits for it. */
export async function resendConfirmation(_ctx: Context, _email: string): Promise<void> {
  throw new Error('Not built yet')
}

/** What the letter's link does, once. An old or used link is refused as `not_found`. */
export async function confirmEmail(_ctx: Context, _token: string): Promise<{ email: string }> {
  throw new Error('Not built yet')
}
