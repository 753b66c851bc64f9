import type { Context } from '#core/context.ts'
import { isAdmin, requireSignedIn, requireStaff, SECOND_FACTOR_REQUIRED } from '#core/permissions/policy.ts'
import { buildAccount, findSentEmails, PASSWORD } from '#test/accounts.ts'
import { authenticatorApp, enableSecondFactor } from '#test/second-factor.ts'
import { expect, test } from '#test/store.ts'
import { createLink } from '../one-time-links.server.ts'
import { changePassword, resetPassword } from '../passwords/password.server.ts'
import { findTokenSession } from '../sessions/token-session.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor.server.ts'
import { isSecondFactorEnabled } from './second-factor-codes.server.ts'
import { finishSignIn } from './sign-in-code.server.ts'

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

async function startChallenge(ctx: Context, email: string, password = PASSWORD): Promise<string> {
  const result = await signIn(ctx, { email, password })
  if (result.outcome !== 'second-factor') throw new Error('Sign-in did not ask for a second factor')
  return result.challenge
}

async function enrollOwner(ctx: Context) {
  const { id, email } = await buildAccount(ctx.db)
  const { session, ...factor } = await enableSecondFactor(await signInOwner(ctx, email))
  return { id, email, ...factor, owner: await withToken(ctx, session.token) }
}

const unauthenticated = (message: string) => ({ code: 'unauthenticated', message })
const inMinutes = (ctx: Context, minutes: number) => ({
  ...ctx,
  now: new Date(ctx.now.getTime() + minutes * 60_000),
})

test('with a second factor enabled, the password alone is not enough', async ({ ctx, connection }) => {
  const { email, code, owner } = await enrollOwner(ctx)
  expect(await isSecondFactorEnabled(ctx.db, requireSignedIn(owner.actor).id)).toBe(true)
  const challenge = await startChallenge(ctx, email)
  await expect(finishSignIn(ctx, { challenge, code: '000000' })).rejects.toMatchObject(
    unauthenticated('Invalid code'),
  )
  const { user, session } = await finishSignIn(ctx, { challenge, code: code() })
  expect(user.email).toBe(email)
  expect((await withToken(ctx, session.token)).actor).toMatchObject({ email })
  await expect(finishSignIn(ctx, { challenge, code: code(1) })).rejects.toMatchObject(
    unauthenticated('Invalid two factor cookie'),
  )
  const { rows } = await connection.pool.query('select secret, recovery_codes from auth_two_factors')
  expect(JSON.stringify(rows)).not.toContain(code())
})

test('a code works once, in any challenge, and so does the code that enabled the factor', async ({ ctx }) => {
  const { email, code } = await enrollOwner(ctx)
  const used = { challenge: await startChallenge(ctx, email), code: code(-1) }
  await expect(finishSignIn(ctx, used)).rejects.toMatchObject(unauthenticated('Invalid code'))
  await finishSignIn(ctx, { challenge: await startChallenge(ctx, email), code: code() })
  const replayed = { challenge: await startChallenge(ctx, email), code: code() }
  await expect(finishSignIn(ctx, replayed)).rejects.toMatchObject(unauthenticated('Invalid code'))
  await finishSignIn(ctx, { ...replayed, code: code(1) })
})

test('of concurrent uses of one code, exactly one succeeds', async ({ ctx, connection }) => {
  const { email, code, recoveryCodes } = await enrollOwner(ctx)
  for (const sharedCode of [code(), recoveryCodes[0] ?? '']) {
    const challenges = await Promise.all(Array.from({ length: 8 }, () => startChallenge(ctx, email)))
    const results = await Promise.allSettled(
      challenges.map((challenge) => finishSignIn(ctx, { challenge, code: sharedCode })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await connection.pool.query('update auth_two_factors set failed_verification_count = 0')
  }
})

test('of concurrent uses of one challenge, exactly one succeeds', async ({ ctx }) => {
  const { email, code, recoveryCodes } = await enrollOwner(ctx)
  const challenge = await startChallenge(ctx, email)
  const results = await Promise.allSettled(
    [code(), ...recoveryCodes.slice(0, 4)].map((unusedCode) =>
      finishSignIn(ctx, { challenge, code: unusedCode }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('codes of clocks that are half a minute off work, and older ones don’t', async ({ ctx }) => {
  const { email, code } = await enrollOwner(ctx)
  const later = inMinutes(ctx, 60)
  for (const steps of [118, 122])
    await expect(
      finishSignIn(later, { challenge: await startChallenge(ctx, email), code: code(steps) }),
    ).rejects.toMatchObject(unauthenticated('Invalid code'))
  for (const steps of [119, 120, 121])
    await finishSignIn(later, { challenge: await startChallenge(ctx, email), code: code(steps) })
})

test('a recovery code works once, and is stored as a hash', async ({ ctx, connection }) => {
  const { email, recoveryCodes } = await enrollOwner(ctx)
  expect(recoveryCodes).toHaveLength(10)
  expect(recoveryCodes[0]).toMatch(/^[A-Za-z0-9]{5}(-[A-Za-z0-9]{5}){3}$/)
  const [code = '', other = ''] = recoveryCodes
  await finishSignIn(ctx, { challenge: await startChallenge(ctx, email), code })
  await expect(
    finishSignIn(ctx, { challenge: await startChallenge(ctx, email), code }),
  ).rejects.toMatchObject(unauthenticated('Invalid backup code'))
  await finishSignIn(ctx, { challenge: await startChallenge(ctx, email), code: ` ${other} ` })
  const { rows } = await connection.pool.query('select * from auth_two_factors')
  expect(rows[0].recovery_codes).toHaveLength(8)
  for (const recoveryCode of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(recoveryCode)
})

test('a forged, expired, or revoked challenge is refused', async ({ ctx, connection }) => {
  const { email, code, owner } = await enrollOwner(ctx)
  const refused = unauthenticated('Invalid two factor cookie')
  for (const challenge of ['', '.', 'made-up', `2fa-${'x'.repeat(20)}.${'x'.repeat(43)}=`])
    await expect(finishSignIn(ctx, { challenge, code: code() })).rejects.toMatchObject(refused)
  const challenge = await startChallenge(ctx, email)
  await connection.pool.query(`update auth_verifications set expires_at = now() - interval '1 second'`)
  await expect(finishSignIn(ctx, { challenge, code: code() })).rejects.toMatchObject(refused)
  const revoked = await startChallenge(ctx, email)
  await changePassword(owner, { current: PASSWORD, password: 'a newer orchard' })
  await expect(finishSignIn(ctx, { challenge: revoked, code: code() })).rejects.toMatchObject(refused)
})

test('a challenge is for one purpose and one user', async ({ ctx }) => {
  const grace = await enrollOwner(ctx)
  const eve = await enrollOwner(ctx)
  const challenge = await startChallenge(ctx, eve.email)
  await expect(finishSignIn(ctx, { challenge, code: grace.recoveryCodes[0] ?? '' })).rejects.toMatchObject(
    unauthenticated('Invalid backup code'),
  )
  expect((await finishSignIn(ctx, { challenge, code: eve.code() })).user.email).toBe(eve.email)
  const resetToken = await createLink(ctx.db, 'reset', { userId: requireSignedIn(grace.owner.actor).id })
  await expect(finishSignIn(ctx, { challenge: resetToken, code: grace.code() })).rejects.toMatchObject(
    unauthenticated('Invalid two factor cookie'),
  )
})

test('a challenge allows five guesses, even concurrent ones', async ({ ctx }) => {
  const { email, code } = await enrollOwner(ctx)
  const challenge = await startChallenge(ctx, email)
  const guesses = Array.from({ length: 5 }, () => finishSignIn(ctx, { challenge, code: '000000' }))
  for (const guess of await Promise.allSettled(guesses))
    expect(guess).toMatchObject({ reason: unauthenticated('Invalid code') })
  await expect(finishSignIn(ctx, { challenge, code: code() })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'Too many attempts. Please request a new code.',
  })
  await expect(finishSignIn(ctx, { challenge, code: code() })).rejects.toMatchObject(
    unauthenticated('Invalid two factor cookie'),
  )
})

test('codes can be guessed at most ten times, over any number of challenges', async ({ ctx }) => {
  const { email, code } = await enrollOwner(ctx)
  const challenges = await Promise.all(Array.from({ length: 12 }, () => startChallenge(ctx, email)))
  const guesses = challenges.map((challenge) => finishSignIn(ctx, { challenge, code: '000000' }))
  const reasons = (await Promise.allSettled(guesses)).map((guess) =>
    guess.status === 'rejected' ? guess.reason.code : 'no refusal',
  )
  expect(reasons.toSorted()).toEqual([...Array(2).fill('too_often'), ...Array(10).fill('unauthenticated')])
  const challenge = await startChallenge(ctx, email)
  await expect(finishSignIn(ctx, { challenge, code: code() })).rejects.toMatchObject({
    code: 'too_often',
    message:
      'Too many failed verification attempts. Your account is temporarily locked. Please try again later.',
  })
  const later = inMinutes(ctx, 15)
  expect((await finishSignIn(later, { challenge, code: code(30) })).user.email).toBe(email)
})

test('each lock of codes lasts twice as long, the first one sends an email, and a new password ends it', async ({
  ctx,
  connection,
}) => {
  const { id: userId, email, code } = await enrollOwner(ctx)
  const guessTenTimes = async (at: typeof ctx) => {
    const challenges = await Promise.all(Array.from({ length: 10 }, () => startChallenge(at, email)))
    for (const challenge of challenges)
      await expect(finishSignIn(at, { challenge, code: '000000' })).rejects.toMatchObject({
        code: 'unauthenticated',
      })
  }
  const isLocked = async (at: typeof ctx) => {
    const guess = finishSignIn(at, { challenge: await startChallenge(ctx, email), code: '000000' })
    return (await guess.catch(({ code }) => code)) === 'too_often'
  }
  await guessTenTimes(ctx)
  await guessTenTimes(inMinutes(ctx, 15))
  expect(await isLocked(inMinutes(ctx, 44))).toBe(true)
  await guessTenTimes(inMinutes(ctx, 45))
  expect(await isLocked(inMinutes(ctx, 45 + 59))).toBe(true)
  const kinds = (await findSentEmails(connection, email)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'codes-guessed')).toHaveLength(1)

  const token = await createLink(ctx.db, 'reset', { userId })
  await resetPassword(ctx, { token, password: 'a newer orchard' })
  const later = inMinutes(ctx, 46)
  const challenge = await startChallenge(later, email, 'a newer orchard')
  expect((await finishSignIn(later, { challenge, code: code(46 * 2) })).user.email).toBe(email)
})

test('setup can be restarted until a code confirms it, and not after', async ({ ctx }) => {
  const { email } = await buildAccount(ctx.db)
  const owner = await signInOwner(ctx, email)
  const keyOf = ({ totpUri }: { totpUri: string }) => new URL(totpUri).searchParams.get('secret') ?? ''
  await expect(confirmSecondFactor(owner, { code: '000000' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'TOTP not enabled',
  })
  const first = authenticatorApp(keyOf(await startSecondFactor(owner, { password: PASSWORD })), ctx.now)
  const second = await startSecondFactor(owner, { password: PASSWORD })
  expect(await isSecondFactorEnabled(ctx.db, requireSignedIn(owner.actor).id)).toBe(false)
  await expect(confirmSecondFactor(owner, { code: first() })).rejects.toMatchObject(
    unauthenticated('Invalid code'),
  )
  const code = authenticatorApp(keyOf(second), ctx.now)()
  const results = await Promise.allSettled([1, 2, 3].map(() => confirmSecondFactor(owner, { code })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(startSecondFactor(owner, { password: PASSWORD })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'TOTP is already enabled',
  })
})

test('turning off the second factor requires the password and a code', async ({ ctx, connection }) => {
  const { email, owner, code } = await enrollOwner(ctx)
  const refused = [
    [{ password: 'wrong orchard', code: code() }, 'Invalid password'],
    [{ password: PASSWORD }, 'Please enter the code.'],
    [{ password: PASSWORD, code: '000000' }, 'Invalid code'],
  ] as const
  for (const [proof, message] of refused)
    await expect(disableSecondFactor(owner, proof)).rejects.toMatchObject({ code: 'invalid_input', message })
  await disableSecondFactor(owner, { password: PASSWORD, code: code() })
  expect((await signIn(ctx, { email, password: PASSWORD })).outcome).toBe('signed-in')
  const { rows } = await connection.pool.query('select two_factor_enabled from auth_users where email = $1', [
    email,
  ])
  expect(rows).toEqual([{ two_factor_enabled: false }])
})

test('new recovery codes replace the earlier ones', async ({ ctx }) => {
  const { email, owner, code, recoveryCodes } = await enrollOwner(ctx)
  await expect(renewRecoveryCodes(owner, { password: PASSWORD })).rejects.toMatchObject({
    fields: { code: expect.any(String) },
  })
  const renewed = await renewRecoveryCodes(owner, { password: PASSWORD, code: code() })
  expect(new Set([...recoveryCodes, ...renewed]).size).toBe(20)
  const finish = async ([recoveryCode = '']: string[]) =>
    finishSignIn(ctx, { challenge: await startChallenge(ctx, email), code: recoveryCode })
  await expect(finish(recoveryCodes)).rejects.toMatchObject(unauthenticated('Invalid backup code'))
  expect((await finish(renewed)).user.email).toBe(email)
})

test('a store that requires two-step sign-in opens the back office only to administrators who use it', async ({
  ctx,
}) => {
  const strict = { ...ctx, settings: { ...ctx.settings, requireSecondFactor: true } }
  const { email } = await buildAccount(ctx.db, { role: 'admin' })
  const admin = await signInOwner(strict, email)
  expect(isAdmin(admin.actor)).toBe(false)
  expect(() => requireStaff(admin.actor)).toThrow(SECOND_FACTOR_REQUIRED)
  const { session, code } = await enableSecondFactor(admin)
  const protectedAdmin = await withToken(strict, session.token)
  expect(isAdmin(protectedAdmin.actor)).toBe(true)
  const { token } = await disableSecondFactor(protectedAdmin, { password: PASSWORD, code: code() })
  expect(isAdmin((await withToken(strict, token)).actor)).toBe(false)
  expect(isAdmin((await withToken(ctx, token)).actor)).toBe(true)
  const customer = await signInOwner(strict, (await buildAccount(ctx.db)).email)
  expect(requireSignedIn(customer.actor).needsSecondFactor).toBe(false)
})
