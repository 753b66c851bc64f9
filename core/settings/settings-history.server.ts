import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'
import { selectStoreSettings } from './store-settings.server.ts'
import type { StoreSettings } from './store-settings.ts'

const SettingsChange = z.strictObject({
  at: z.date(),
  by: z.string().nullable(),
  before: z.record(z.string(), z.json()),
  after: z.record(z.string(), z.json()),
})
export type SettingsChange = z.infer<typeof SettingsChange>

/** The newest first. */
function selectSettingsChanges({ db }: Context, limit: number): Promise<SettingsChange[]> {
  return query(db, SettingsChange)`
    select e.at, p.email as by, e.before, e.after
    from audit_entries e left join profiles p on p.id = e.actor_id
    where audit_kind(e.action) = 'settings' and e.action = 'settings-changed' order by e.id desc limit ${limit}`
}

export async function findLastSettingsChange(ctx: Context): Promise<SettingsChange | undefined> {
  requirePermission(ctx.actor, 'settings.edit')
  const [lastChange] = await selectSettingsChanges(ctx, 1)
  return lastChange
}

const MAX_MISSED_CHANGES = 20

export type EarlierSettings = {
  settings: StoreSettings
  /** What has changed since; the oldest first. */
  missed: SettingsChange[]
}

/** The settings as they were in this version. Refuses if too much has changed since. */
export async function findSettingsAt(ctx: Context, version: number): Promise<EarlierSettings> {
  requirePermission(ctx.actor, 'settings.edit')
  const current = await selectStoreSettings(ctx.db, ctx.log)
  const missed: SettingsChange[] = []
  let { settings, version: reached } = current
  const changes = reached === version ? [] : await selectSettingsChanges(ctx, MAX_MISSED_CHANGES)
  for (const change of changes) {
    if (reached <= version) break
    missed.unshift(change)
    settings = { ...settings, ...change.before }
    // Each changed setting raises the version by one.
    reached -= Object.keys(change.after).length
  }
  if (reached !== version) throw new Refusal('conflict', SETTINGS_CHANGED)
  return { settings, missed }
}

export const SETTINGS_CHANGED = 'Someone else changed the settings. Load them again, then repeat your change.'
