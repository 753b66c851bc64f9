import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { ApiSession, BrowserSession, User, VerifiedAccount } from '../account.ts'
import { lockLink, redeemLink } from '../one-time-links.server.ts'
import { findSessionEpoch } from '../sessions/end-sessions.server.ts'
import { startApiSession, startBrowserSession } from '../sessions/issue-session.server.ts'
import { isWithinLimit } from '../sign-in/rate-limit.server.ts'
import { codeMethod, redeemCode } from './second-factor-codes.server.ts'
import { withSecurityEvent } from './security-events.server.ts'

type CodeInput = { challenge: string; code: string }

export function finishSignIn(
  ctx: Context,
  input: CodeInput,
): Promise<{ user: User; session: BrowserSession }> {
  return signInWithCode(ctx, input, (account) => startBrowserSession(ctx, account))
}

export function finishApiSignIn(ctx: Context, input: CodeInput): Promise<ApiSession> {
  return signInWithCode(ctx, input, (account) => startApiSession(ctx, account))
}

/** The messages are the ones of Better Auth, as at the password check. */
async function signInWithCode<Session>(
  ctx: Context,
  { challenge, code }: CodeInput,
  startSession: (account: VerifiedAccount) => Promise<Session>,
): Promise<Session> {
  // A challenge from the previous version has a signature after the dot.
  const [token = ''] = challenge.split('.')
  return withSecurityEvent(ctx, { action: 'sign-in-code', method: codeMethod(code) }, async (event) => {
    const result = await ctx.db.transaction((tx) =>
      redeemChallenge({ ...ctx, db: tx }, { challenge: token, code }),
    )
    event.account = result.account?.userId
    if (result.refusal) throw result.refusal
    return startSession(result.account)
  })
}

const CHALLENGE_LIMIT = { max: 5, minutes: 10 }

type CodeCheck =
  | { account: VerifiedAccount; refusal: undefined }
  | { account: VerifiedAccount | undefined; refusal: Refusal }

const refuse = (refusal: Refusal, account?: VerifiedAccount): CodeCheck => ({ account, refusal })

/** Returns refusals instead of throwing them, so that the failed attempt is committed. */
async function redeemChallenge(ctx: Context, { challenge, code }: CodeInput): Promise<CodeCheck> {
  const link = await lockLink(ctx.db, 'second-factor', challenge)
  if (!link) return refuse(new Refusal('unauthenticated', 'Invalid two factor cookie'))
  const { userId, sessionEpoch = await findSessionEpoch(ctx.db, userId) } = link
  const account = { userId, sessionEpoch }
  if (!(await isWithinLimit(ctx.db, `codes for ${challenge}`, CHALLENGE_LIMIT))) {
    await redeemLink(ctx.db, 'second-factor', challenge)
    return refuse(new Refusal('invalid_input', 'Too many attempts. Please request a new code.'), account)
  }
  const refusal = await redeemCode(ctx, userId, code)
  if (refusal) return refuse(refusal, account)
  await redeemLink(ctx.db, 'second-factor', challenge)
  return { account, refusal: undefined }
}
