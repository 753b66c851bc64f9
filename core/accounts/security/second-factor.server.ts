import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import type { BrowserSession } from '../account.ts'
import { restartSession } from '../sessions/issue-session.server.ts'
import { decrypt, encrypt } from './encryption.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { logSecurityEvent, withSecurityEvent } from './security-events.server.ts'
import { findTimeStep, newTotpSecret, totpUri } from './totp.ts'
import { type OwnerProof, verifyOwner } from './verify-owner.server.ts'

const Factor = z.strictObject({ secret: z.string(), verified: z.boolean() })

function selectFactor(db: Db, userId: string) {
  return query(db, Factor)`select secret, verified from auth_two_factors where user_id = ${userId}`
}

export type SecondFactorSetup = { totpUri: string; recoveryCodes: string[] }

/** Returns ten recovery codes, which are shown only once. The factor is enabled after `confirmSecondFactor`. */
export async function startSecondFactor(ctx: Context, proof: OwnerProof): Promise<SecondFactorSetup> {
  const { id, email } = requireSignedIn(ctx.actor)
  await verifyOwner(ctx, proof)
  const secret = newTotpSecret()
  const recoveryCodes = newRecoveryCodes()
  const isStarted = await execute(ctx.db)`
    insert into auth_two_factors as factor (user_id, secret, recovery_codes)
    values (${id}, ${encrypt(secret, ctx.settings.secret)}, ${hashCodes(ctx, recoveryCodes)})
    on conflict (user_id) do update set
      secret = excluded.secret, recovery_codes = excluded.recovery_codes, backup_codes = '', last_step = null
    where not factor.verified`
  if (!isStarted) throw new Refusal('invalid_input', 'TOTP is already enabled')
  const { store } = await readStoreSettings(ctx.db, ctx.log)
  return { totpUri: totpUri(secret, { issuer: store.name, label: email }), recoveryCodes }
}

/** Ends all other sessions and replaces this one, since its privileges have changed. */
export async function confirmSecondFactor(ctx: Context, { code }: { code: string }): Promise<BrowserSession> {
  const { id: account } = requireSignedIn(ctx.actor)
  return withSecurityEvent(ctx, { action: 'second-factor-on', account }, async () => {
    const [factor] = await selectFactor(ctx.db, account)
    if (!factor) throw new Refusal('invalid_input', 'TOTP not enabled')
    const secret = decrypt(factor.secret, ctx.settings)
    const step = findTimeStep(secret, { code: code.replace(/\s/g, ''), now: ctx.now })
    if (step === undefined) throw new Refusal('unauthenticated', 'Invalid code')
    return ctx.db.transaction(async (tx) => {
      const isConfirmed = await execute(tx)`
        update auth_two_factors set verified = true, last_step = ${step}
        where user_id = ${account} and secret = ${factor.secret} and not verified`
      if (!isConfirmed)
        throw new Refusal(
          'conflict',
          'Your two-step sign-in has already been changed. Reload the page to see it.',
        )
      return replaceSession({ ...ctx, db: tx }, { isEnabled: true })
    })
  })
}

export async function disableSecondFactor(ctx: Context, proof: OwnerProof): Promise<BrowserSession> {
  const { id: account } = requireSignedIn(ctx.actor)
  await verifyOwner(ctx, proof, { allFactors: true })
  const session = await ctx.db.transaction(async (tx) => {
    await execute(tx)`delete from auth_two_factors where user_id = ${account}`
    return replaceSession({ ...ctx, db: tx }, { isEnabled: false })
  })
  logSecurityEvent(ctx, { action: 'second-factor-off', account })
  return session
}

/** The codes that were shown earlier don't work anymore. */
export async function renewRecoveryCodes(ctx: Context, proof: OwnerProof): Promise<string[]> {
  const { id: account } = requireSignedIn(ctx.actor)
  await verifyOwner(ctx, proof, { allFactors: true })
  const recoveryCodes = newRecoveryCodes()
  const isRenewed = await execute(ctx.db)`
    update auth_two_factors set recovery_codes = ${hashCodes(ctx, recoveryCodes)}, backup_codes = ''
    where user_id = ${account} and verified`
  if (!isRenewed) throw new Refusal('invalid_input', 'TOTP not enabled')
  logSecurityEvent(ctx, { action: 'recovery-codes', account })
  return recoveryCodes
}

function hashCodes({ settings }: Context, codes: string[]): string[] {
  return codes.map((code) => hashRecoveryCode(code, settings.secret))
}

async function replaceSession(ctx: Context, { isEnabled }: { isEnabled: boolean }): Promise<BrowserSession> {
  const { id } = requireSignedIn(ctx.actor)
  // The previous version, which may run beside this one, asks for codes only if this is set.
  await execute(ctx.db)`
    update auth_users set two_factor_enabled = ${isEnabled}, updated_at = now() where id = ${id}`
  return restartSession(ctx)
}
