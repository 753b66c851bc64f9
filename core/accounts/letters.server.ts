import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import type { Envelope } from '../mail/account-letters.ts'
import { type NewLetter, writeLetter } from '../mail/letters.server.ts'
import { newToken } from './tokens.ts'

/** Writes in the transaction that is the letter's cause; the words are made once the envelope is known. */
export function writeTo(
  ctx: Context,
  db: Db,
  to: string,
  words: (envelope: Envelope) => NewLetter,
): Promise<void> {
  const { email, phone } = ctx.house.support
  return writeLetter(db, words({ to, key: `account:${newToken()}`, support: `${email} · ${phone}` }))
}

/** The addresses in letters. The first visit exchanges the token for a cookie or its effect: it stands in no page's address. */
export const linkTo = {
  confirm: (ctx: Context, token: string) => `${ctx.house.origin}/auth/confirm?token=${token}`,
  newEmail: (ctx: Context, token: string) => `${ctx.house.origin}/auth/new-email?token=${token}`,
  reset: (ctx: Context, token: string) => `${ctx.house.origin}/auth/reset?token=${token}`,
  forgot: (ctx: Context) => `${ctx.house.origin}/login?mode=forgot`,
  signIn: (ctx: Context) => `${ctx.house.origin}/login`,
  sessions: (ctx: Context) => `${ctx.house.origin}/profile?tab=settings`,
}
