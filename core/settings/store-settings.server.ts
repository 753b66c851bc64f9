import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { cacheRead } from '../cached-read.server.ts'
import type { Log } from '../log.ts'
import { isRecord } from './merge-changes.ts'
import { DEFAULT_STORE_SETTINGS, type SettingKey, StoreSettings } from './store-settings.ts'

export type VersionedStoreSettings = { settings: StoreSettings; version: number }

const cached = cacheRead(async (db, log?: Log) => (await selectStoreSettings(db, log)).settings)

export const readStoreSettings: (db: Db, log?: Log) => Promise<StoreSettings> = cached.current

/** For pages, which stay up without the database: then the settings are those last read. */
export const readLatestStoreSettings = (db: Db, log?: Log): Promise<StoreSettings> =>
  cached.latest(DEFAULT_STORE_SETTINGS, db, log)

export const forgetStoreSettings: (db: Db) => void = cached.forget

/** Reads the database, not the cache. */
export async function selectStoreSettings(db: Db, log?: Log): Promise<VersionedStoreSettings> {
  const rows = await query(db, SettingRow)`select key, value, version from settings`
  const settings = Object.fromEntries(
    SETTING_KEYS.map((key) => [
      key,
      parseSetting(
        key,
        rows.find((row) => row.key === key),
        log,
      ),
    ]),
  ) as StoreSettings
  return { settings, version: rows.reduce((sum, { version }) => sum + version, 0) }
}

export type SettingChange<Key extends SettingKey> = { key: Key; value: StoreSettings[Key]; actorId: string }

/** Of keys in `store_facts`, each with a setting's key. */
export const REVIEWED_SETTINGS = 'reviewed-settings:'

/** Someone saved these settings, perhaps without a change: readiness asks for it once. */
export async function markReviewed(tx: Db, keys: string[]): Promise<void> {
  await execute(tx)`
    insert into store_facts (key, value) select ${REVIEWED_SETTINGS} || key, 'true' from unnest(${keys}::text[]) as key
    on conflict (key) do nothing`
}

/** Callers check permissions and the version, and hold the lock. */
export async function saveSetting<Key extends SettingKey>(
  tx: Db,
  { key, value, actorId }: SettingChange<Key>,
): Promise<void> {
  await execute(tx)`
    insert into settings (key, value, updated_by) values (${key}, ${sql.json(value)}, ${actorId})
    on conflict (key) do update
      set value = excluded.value, version = settings.version + 1, updated_at = now(), updated_by = excluded.updated_by`
}

export async function lockStoreSettings(tx: Db): Promise<void> {
  await execute(tx)`lock table settings in share row exclusive mode`
}

/** On every node, once the transaction commits. */
export async function dropCachedPages(tx: Db): Promise<void> {
  await execute(tx)`select catalog_note_change('settings')`
}

const SETTING_KEYS = Object.keys(StoreSettings.shape) as SettingKey[]

// `parseSetting` checks the value: an older version may have saved it.
const SettingRow = z.strictObject({ key: z.string(), value: z.json(), version: z.int() })
type SettingRow = z.infer<typeof SettingRow>

function parseSetting(key: SettingKey, row: SettingRow | undefined, log?: Log): unknown {
  const fallback = DEFAULT_STORE_SETTINGS[key]
  if (!row) return fallback
  const parsed = StoreSettings.shape[key].safeParse(withDefaults(fallback, row.value))
  if (parsed.success) return parsed.data
  log?.error('invalid setting', { key, fields: parsed.error.issues.map(({ path }) => path.join('.')) })
  return fallback
}

/** A field that was added after the setting was saved has its default. */
function withDefaults(fallback: unknown, value: unknown): unknown {
  return isRecord(fallback) && isRecord(value) ? { ...fallback, ...value } : value
}
