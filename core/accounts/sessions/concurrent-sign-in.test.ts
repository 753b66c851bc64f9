import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { queryColumn } from '#db/sql.ts'
import { asCustomer, buildAccount, PASSWORD } from '#test/accounts.ts'
import { enableSecondFactor } from '#test/second-factor.ts'
import { expect, fastHashing, test } from '#test/store.ts'
import { createLink } from '../one-time-links.server.ts'
import { changePassword, resetPassword } from '../passwords/password.server.ts'
import { finishSignIn } from '../security/sign-in-code.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import { endAllSessions } from './end-sessions.server.ts'

const NEW_PASSWORD = 'a newer orchard'

/** Something happens after the password has been checked. */
function interrupted(ctx: Context, whileSigningIn: () => Promise<unknown>): Context {
  const verify: typeof fastHashing.verify = async (credentials) => {
    const isCorrect = await fastHashing.verify(credentials)
    await whileSigningIn()
    return isCorrect
  }
  return { ...ctx, hashing: { ...fastHashing, verify } }
}

async function reset(ctx: Context, userId: string): Promise<void> {
  await resetPassword(ctx, { token: await createLink(ctx.db, 'reset', { userId }), password: NEW_PASSWORD })
}

function countSessions(ctx: Context, userId: string) {
  return queryColumn(ctx.db, z.int())`select count(*) from auth_sessions where user_id = ${userId}`
}

test('a sign-in with the old password that ends after a reset starts no session', async ({ ctx }) => {
  const { id, email } = await buildAccount(ctx.db)
  const thief = interrupted(ctx, () => reset(ctx, id))
  await expect(signIn(thief, { email, password: PASSWORD })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(await countSessions(ctx, id)).toEqual([0])
  expect((await signIn(ctx, { email, password: NEW_PASSWORD })).outcome).toBe('signed-in')
})

test('a sign-in code that was asked for with the old password is of no use after a reset', async ({
  ctx,
}) => {
  const owner = await asCustomer(ctx)
  const { id, email } = owner.actor
  const { code } = await enableSecondFactor(owner)
  const thief = interrupted(ctx, () => reset(ctx, id))
  const result = await signIn(thief, { email, password: PASSWORD })
  const challenge = result.outcome === 'second-factor' ? result.challenge : ''
  await expect(finishSignIn(ctx, { challenge, code: code() })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(await countSessions(ctx, id)).toEqual([0])
})

test('of sign-ins with the old password beside a reset, none leaves a session', async ({ ctx }) => {
  const reused = { ...ctx, settings: { ...ctx.settings, limits: false } }
  for (let round = 0; round < 15; round++) {
    const { id, email } = await buildAccount(ctx.db)
    const signIns = Array.from({ length: 6 }, () => signIn(reused, { email, password: PASSWORD }))
    await Promise.allSettled([...signIns, reset(ctx, id)])
    expect(await countSessions(ctx, id)).toEqual([0])
  }
})

test('a browser whose session was ended meanwhile gets no new one', async ({ ctx }) => {
  const owner = await asCustomer(ctx)
  const signedOut = interrupted(owner, () => endAllSessions(ctx.db, owner.actor.id))
  await expect(
    changePassword({ ...signedOut, actor: owner.actor }, { current: PASSWORD, password: NEW_PASSWORD }),
  ).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await signIn(ctx, { email: owner.actor.email, password: PASSWORD })).outcome).toBe('signed-in')
})
