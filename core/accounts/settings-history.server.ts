import { z } from 'zod'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { selectStoreSettings } from '../settings/store-settings.server.ts'
import { requirePermission } from './permissions.ts'

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

/** What others changed since the caller read this version; the oldest first. */
export async function findMissedChanges(ctx: Context, version: number): Promise<SettingsChange[]> {
  requirePermission(ctx.actor, 'settings.edit')
  let current = (await selectStoreSettings(ctx.db, ctx.log)).version
  const missed: SettingsChange[] = []
  for (const change of await selectSettingsChanges(ctx, MAX_MISSED_CHANGES)) {
    if (current <= version) break
    missed.unshift(change)
    // Each changed setting raises the version by one.
    current -= Object.keys(change.after).length
  }
  return missed
}
