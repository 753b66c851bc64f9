import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { enableSecondFactor } from '#test/second-factor.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../../context.ts'
import { startBrowserSession } from '../sessions/issue-session.server.ts'
import { findTokenSession } from '../sessions/token-session.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import { replaceSecret } from './replace-secret.server.ts'
import { finishSignIn } from './sign-in-code.server.ts'

const NEW_SECRET = 'the next secret, which is long enough too'

async function signInWithCode(ctx: Context, email: string, code: string): Promise<string> {
  const signedIn = await signIn(ctx, { email, password: PASSWORD })
  if (signedIn.outcome !== 'second-factor') throw new Error('Sign-in did not ask for a second factor')
  return (await finishSignIn(ctx, { challenge: signedIn.challenge, code })).user.email
}

test('AUTH_SECRET is replaced without ending sessions, second factors, or recovery codes', async ({
  ctx,
}) => {
  const { id, email } = await buildAccount(ctx.db)
  const { session } = await startBrowserSession(ctx, { userId: id, sessionEpoch: 0 })
  const owner = await findTokenSession(ctx, session.token, 'browser')
  if (!owner) throw new Error('No session has this token')
  const factor = await enableSecondFactor({ ...ctx, actor: owner.actor })

  const both = { ...ctx.settings, secret: NEW_SECRET, previousSecret: ctx.settings.secret }
  const during = { ...ctx, settings: both }
  expect(await findTokenSession(during, factor.session.token, 'browser')).toBeDefined()
  expect(await signInWithCode(during, email, factor.recoveryCodes[0] ?? '')).toBe(email)
  expect(await replaceSecret(ctx.db, both)).toBe(1)
  expect(await replaceSecret(ctx.db, both)).toBe(0)

  const after = { ...ctx, settings: { ...ctx.settings, secret: NEW_SECRET } }
  await expect(signInWithCode(after, email, factor.recoveryCodes[1] ?? '')).rejects.toThrow(
    'Invalid backup code',
  )
  expect(await signInWithCode(after, email, factor.code())).toBe(email)
})
