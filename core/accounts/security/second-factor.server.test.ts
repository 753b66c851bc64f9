import { eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { enableSecondFactor } from '#test/second-factor.ts'
import { expect, test } from '#test/store.ts'
import { authUsers } from '../accounts.table.ts'
import { findTokenSession } from '../sessions/token-session.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import { disableSecondFactor, finishSignIn, hasSecondFactor } from './second-factor.server.ts'

async function withToken(ctx: Context, token: string): Promise<Context> {
  const tokenSession = await findTokenSession(ctx, token, 'browser')
  if (!tokenSession) throw new Error('No session has this token')
  return { ...ctx, actor: tokenSession.actor }
}

async function signInOwner(ctx: Context, email: string): Promise<Context> {
  const result = await signIn(ctx, { email, password: PASSWORD })
  if (result.outcome !== 'signed-in') throw new Error('Sign-in asked for a second factor')
  return withToken(ctx, result.session.token)
}

async function startChallenge(ctx: Context, email: string): Promise<string> {
  const result = await signIn(ctx, { email, password: PASSWORD })
  if (result.outcome !== 'second-factor') throw new Error('Sign-in did not ask for a second factor')
  return result.challenge
}

async function enrollOwner(ctx: Context) {
  const { email } = await buildAccount(ctx.db)
  const { session, ...factor } = await enableSecondFactor(await signInOwner(ctx, email))
  return { email, ...factor, owner: await withToken(ctx, session.token) }
}

test('with a second factor enabled, the password alone is not enough', async ({ ctx, connection }) => {
  const { email, code, owner } = await enrollOwner(ctx)
  expect(await hasSecondFactor(owner)).toBe(true)
  const challenge = await startChallenge(ctx, email)
  await expect(finishSignIn(ctx, { challenge, code: '000000' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  const { user, session } = await finishSignIn(ctx, { challenge, code: await code() })
  expect(user.email).toBe(email)
  expect((await withToken(ctx, session.token)).actor).toMatchObject({ email })
  await expect(finishSignIn(ctx, { challenge, code: await code() })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  const { rows } = await connection.pool.query('select secret, backup_codes from auth_two_factors')
  expect(JSON.stringify(rows)).not.toContain(await code())
})

test('a recovery code works once', async ({ ctx }) => {
  const { email, recoveryCodes } = await enrollOwner(ctx)
  expect(recoveryCodes).toHaveLength(10)
  const [code = ''] = recoveryCodes
  await finishSignIn(ctx, { challenge: await startChallenge(ctx, email), code })
  await expect(
    finishSignIn(ctx, { challenge: await startChallenge(ctx, email), code }),
  ).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('codes can be guessed at most ten times, over any number of challenges', async ({ ctx }) => {
  const { email, code } = await enrollOwner(ctx)
  for (let guess = 0; guess < 12; guess++) {
    await finishSignIn(ctx, { challenge: await startChallenge(ctx, email), code: '000000' }).catch(() => {})
  }
  const challenge = await startChallenge(ctx, email)
  await expect(finishSignIn(ctx, { challenge, code: await code() })).rejects.toMatchObject({
    code: 'too_often',
  })
})

test('turning off the second factor requires the password', async ({ ctx }) => {
  const { email, owner } = await enrollOwner(ctx)
  await expect(disableSecondFactor(owner, { password: 'wrong orchard' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await disableSecondFactor(owner, { password: PASSWORD })
  expect((await signIn(ctx, { email, password: PASSWORD })).outcome).toBe('signed-in')
  expect(
    await ctx.db
      .select({ isEnabled: authUsers.twoFactorEnabled })
      .from(authUsers)
      .where(eq(authUsers.email, email)),
  ).toEqual([{ isEnabled: false }])
})
