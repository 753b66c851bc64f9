import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import type { BrowserSession } from '../account.ts'
import { verifyCurrentPassword } from '../passwords/password.server.ts'
import { requireSignedIn } from '../policy.ts'
import { startBrowserSession } from '../sessions/issue-session.server.ts'
import { decrypt, encrypt } from './encryption.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { logSecurityEvent } from './security-events.server.ts'
import { findTimeStep, newTotpSecret, totpUri } from './totp.ts'

export function hasSecondFactor(ctx: Context): Promise<boolean> {
  return isSecondFactorEnabled(ctx.db, requireSignedIn(ctx.actor).id)
}

export async function isSecondFactorEnabled(db: Db, userId: string): Promise<boolean> {
  const [factor] = await selectFactor(db, userId)
  return factor?.verified === true
}

const Factor = z.strictObject({ secret: z.string(), verified: z.boolean() })

function selectFactor(db: Db, userId: string) {
  return query(db, Factor)`select secret, verified from auth_two_factors where user_id = ${userId}`
}

/** Returns ten recovery codes, which are shown only once. The factor is enabled after `confirmSecondFactor`. */
export async function startSecondFactor(
  ctx: Context,
  { password }: { password: string },
): Promise<{ totpUri: string; recoveryCodes: string[] }> {
  const { id, email } = requireSignedIn(ctx.actor)
  await verifyCurrentPassword(ctx, password)
  const secret = newTotpSecret()
  const recoveryCodes = newRecoveryCodes()
  const hashes = recoveryCodes.map((code) => hashRecoveryCode(code, ctx.settings.secret))
  const isStarted = await execute(ctx.db)`
    insert into auth_two_factors as factor (user_id, secret, recovery_codes)
    values (${id}, ${encrypt(secret, ctx.settings.secret)}, ${hashes})
    on conflict (user_id) do update set
      secret = excluded.secret, recovery_codes = excluded.recovery_codes, backup_codes = '', last_step = null
    where not factor.verified`
  if (!isStarted) throw new Refusal('invalid_input', 'TOTP is already enabled')
  return { totpUri: totpUri(secret, email), recoveryCodes }
}

/** Replaces the session, since its privileges have changed. */
export async function confirmSecondFactor(ctx: Context, { code }: { code: string }): Promise<BrowserSession> {
  const { id } = requireSignedIn(ctx.actor)
  const [factor] = await selectFactor(ctx.db, id)
  if (!factor) throw new Refusal('invalid_input', 'TOTP not enabled')
  const secret = decrypt(factor.secret, ctx.settings.secret)
  const step = findTimeStep(secret, { code: code.replace(/\s/g, ''), now: ctx.now })
  if (step === undefined) throw new Refusal('unauthenticated', 'Invalid code')
  const session = await ctx.db.transaction(async (tx) => {
    const isConfirmed = await execute(tx)`
      update auth_two_factors set verified = true, last_step = ${step}
      where user_id = ${id} and secret = ${factor.secret} and not verified`
    if (!isConfirmed)
      throw new Refusal(
        'conflict',
        'Your two-step sign-in has already been changed. Reload the page to see it.',
      )
    return replaceSession({ ...ctx, db: tx }, { isEnabled: true })
  })
  logSecurityEvent(ctx, { action: 'second-factor-on', account: id })
  return session
}

export async function disableSecondFactor(
  ctx: Context,
  { password }: { password: string },
): Promise<BrowserSession> {
  const { id } = requireSignedIn(ctx.actor)
  await verifyCurrentPassword(ctx, password)
  const session = await ctx.db.transaction(async (tx) => {
    await execute(tx)`delete from auth_two_factors where user_id = ${id}`
    return replaceSession({ ...ctx, db: tx }, { isEnabled: false })
  })
  logSecurityEvent(ctx, { action: 'second-factor-off', account: id })
  return session
}

async function replaceSession(ctx: Context, { isEnabled }: { isEnabled: boolean }): Promise<BrowserSession> {
  const { id } = requireSignedIn(ctx.actor)
  // The previous version, which may run beside this one, asks for codes only if this is set.
  await execute(ctx.db)`
    update auth_users set two_factor_enabled = ${isEnabled}, updated_at = now() where id = ${id}`
  return (await startBrowserSession(ctx, id)).session
}
