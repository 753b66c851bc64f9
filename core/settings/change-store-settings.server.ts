import { isDeepStrictEqual } from 'node:util'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { mergeChanges } from './merge-changes.ts'
import { requireUsableBrand } from './require-usable-brand.server.ts'
import { findSettingsAt, SETTINGS_CHANGED, type SettingsChange } from './settings-history.server.ts'
import {
  dropCachedPages,
  forgetStoreSettings,
  lockStoreSettings,
  markReviewed,
  saveSetting,
  selectStoreSettings,
  type VersionedStoreSettings,
} from './store-settings.server.ts'
import type { SettingKey, StoreDetails, StoreSettings } from './store-settings.ts'

/** `approvals` and `secondFactorRoles` have functions of their own, since they protect the store from its staff. */
export type StoreSettingsChanges = Partial<
  Omit<StoreSettings, 'store' | 'approvals' | 'secondFactorRoles'>
> & { store?: Partial<StoreDetails> }

export async function findStoreSettings(ctx: Context): Promise<VersionedStoreSettings> {
  requirePermission(ctx.actor, 'settings.edit')
  return selectStoreSettings(ctx.db, ctx.log)
}

/** `others`: what others changed since the caller read the settings, and which stays. */
export type SavedStoreSettings = VersionedStoreSettings & { others: SettingsChange[] }

/**
 * Changes what differs from the settings that the caller read as `version`. Refuses if someone else has changed the same
 * fields since. Settings that stay the same keep their version.
 */
export async function changeStoreSettings(
  ctx: Context,
  version: number,
  changes: StoreSettingsChanges,
): Promise<SavedStoreSettings> {
  const saved = await staffTransaction(ctx, 'settings.edit', async (tx, { id: actorId }) => {
    if (changes.timeZone) await requireKnownTimeZone(tx, changes.timeZone)
    if (changes.store?.logo) await requireUploadedPicture(tx, changes.store.logo)
    if (changes.brand) await requireUsableBrand(tx, changes.brand)
    await lockStoreSettings(tx)
    const { settings: current } = await selectStoreSettings(tx, ctx.log)
    const { settings: base, missed } = await findSettingsAt({ ...ctx, db: tx }, version)
    const store = { ...base.store, ...changes.store }
    const { value: updated, conflicts } = mergeChanges(base, { ...base, ...changes, store }, current)
    if (conflicts.length) throw new Refusal('conflict', SETTINGS_CHANGED)
    const changedKeys = (Object.keys(updated) as SettingKey[]).filter(
      (key) => !isDeepStrictEqual(updated[key], current[key]),
    )
    await markReviewed(tx, Object.keys(changes))
    for (const key of changedKeys) await saveSetting(tx, { key, value: updated[key], actorId })
    if (changedKeys.length) {
      await dropCachedPages(tx)
      const pick = (settings: StoreSettings) =>
        Object.fromEntries(changedKeys.map((key) => [key, settings[key]]))
      const changed = { before: pick(current), after: pick(updated) }
      await writeAudit(ctx, { action: 'settings-changed', subject: 'settings', ...changed }, tx)
    }
    return { ...(await selectStoreSettings(tx, ctx.log)), others: missed }
  })
  forgetStoreSettings(ctx.db)
  return saved
}

/** The books use the zone in SQL, and PostgreSQL has its own list. */
async function requireKnownTimeZone(tx: Db, timeZone: string): Promise<void> {
  const isKnown = await execute(tx)`
    select name from pg_timezone_names where lower(name) = lower(${timeZone})`
  if (!isKnown)
    throw invalidInput(
      'time_zone',
      'The database doesn’t know this time zone. Use the name of a city, such as America/New_York.',
    )
}

async function requireUploadedPicture(tx: Db, logo: string): Promise<void> {
  const isUploaded = await execute(tx)`
    select id from uploads where '/storage/public/' || bucket || '/' || path = ${logo} and type like 'image/%'`
  if (!isUploaded)
    throw invalidInput('store.logo', 'This picture no longer exists. Choose another one from Media.')
}
