import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { SECOND_FACTOR_ROLES, type SecondFactorRole } from '#core/settings/second-factor-roles.ts'
import {
  forgetStoreSettings,
  lockStoreSettings,
  saveSetting,
  selectStoreSettings,
} from '#core/settings/store-settings.server.ts'
import { withSecurityEvent } from './security-events.server.ts'
import { type OwnerProof, requireOwnerProof } from './verify-owner.server.ts'

export type SecondFactorRoles = { roles: SecondFactorRole[]; version: number }

export async function findSecondFactorRoles(ctx: Context): Promise<SecondFactorRoles> {
  requirePermission(ctx.actor, 'settings.edit')
  const { settings, version } = await selectStoreSettings(ctx.db, ctx.log)
  return { roles: settings.secondFactorRoles ?? defaultRoles(ctx), version }
}

/** Takes effect with the next request of everyone in these roles. */
export async function changeSecondFactorRoles(
  ctx: Context,
  version: number,
  { roles, ...proof }: { roles: SecondFactorRole[] } & OwnerProof,
): Promise<SecondFactorRoles> {
  const { id: actorId } = requirePermission(ctx.actor, 'settings.edit')
  await requireOwnerProof(ctx, proof)
  await withSecurityEvent(ctx, { action: 'second-factor-roles', account: actorId }, () =>
    staffTransaction(ctx, 'settings.edit', async (tx) => {
      await lockStoreSettings(tx)
      const current = await selectStoreSettings(tx, ctx.log)
      if (current.version !== version) throw new Refusal('conflict', SETTINGS_CHANGED)
      const before = current.settings.secondFactorRoles ?? defaultRoles(ctx)
      const after = SECOND_FACTOR_ROLES.filter((role) => roles.includes(role))
      await saveSetting(tx, { key: 'secondFactorRoles', value: after, actorId })
      const change = { before: { secondFactorRoles: before }, after: { secondFactorRoles: after } }
      await writeAudit(ctx, { action: 'settings-changed', subject: 'settings', ...change }, tx)
    }),
  )
  forgetStoreSettings(ctx.db)
  return findSecondFactorRoles(ctx)
}

const SETTINGS_CHANGED = 'Someone else changed the settings. Load them again, then repeat your change.'

function defaultRoles({ settings }: Context): SecondFactorRole[] {
  return settings.requireSecondFactor ? [...SECOND_FACTOR_ROLES] : []
}
