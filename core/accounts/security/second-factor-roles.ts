import type { SignedInActor } from '#core/context.ts'
import type { Settings } from '#core/settings/settings.ts'
import type { StoreSettings } from '#core/settings/store-settings.ts'

type RoleHolder = Pick<SignedInActor, 'role' | 'staffRole'>

export function isSecondFactorRequired(
  { role, staffRole }: RoleHolder,
  { requireSecondFactor }: Pick<Settings, 'requireSecondFactor'>,
  { secondFactorRoles }: Pick<StoreSettings, 'secondFactorRoles'>,
): boolean {
  const name = role === 'admin' ? 'owner' : staffRole
  if (!name) return false
  return secondFactorRoles ? secondFactorRoles.includes(name) : requireSecondFactor
}
