import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Check, DAY_MS, errorReason, timeAgo } from './check.ts'
import { queryTimestamp } from './query-timestamp.server.ts'

const MEGABYTE = 1024 * 1024
const MIN_POSTGRES_VERSION = 150_000

export const SYSTEM_CHECKS: Check[] = [
  {
    id: 'database',
    title: 'Database',
    critical: true,
    async run({ db, probes }) {
      const { rows } = await db.execute<{
        version: number
        may: boolean
        standby: boolean
        free: number
      }>(sql`
        select current_setting('server_version_num')::int as version, has_schema_privilege('public', 'create') as may,
          pg_is_in_recovery() as standby,
          current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as free`)
      const { version = 0, may, standby, free = 0 } = rows[0] ?? {}
      const major = Math.floor(version / 10_000)
      if (version < MIN_POSTGRES_VERSION)
        return ['incomplete', `It is PostgreSQL ${major}; 15 or newer is needed.`]
      if (standby)
        return ['incomplete', 'It is a standby that takes no orders. Point DATABASE_URL at the primary.']
      if (!may)
        return [
          'incomplete',
          'Its user may not create tables: the next version can’t be taken in. Grant CREATE.',
        ]
      const missing = await probes.missingMigrations()
      if (missing.length)
        return ['incomplete', `It waits for ${missing.join(', ')}. Start this version once.`]
      if (free < 10)
        return [
          'warning',
          `Only ${free} connections are left. Raise max_connections, or lower WEB_CONCURRENCY.`,
        ]
      return ['complete', `PostgreSQL ${major}, up to date.`]
    },
  },
  {
    id: 'jobs',
    title: 'Jobs',
    critical: true,
    async run(ctx) {
      const { rows } = await ctx.db.execute<{ given_up: number; kinds: string; oldest: string | null }>(sql`
        select count(*) filter (where attempts >= max_attempts)::int as given_up,
          string_agg(distinct task_identifier, ', ') filter (where attempts >= max_attempts) as kinds,
          min(run_at) filter (where attempts < max_attempts and locked_at is null and priority = 0) as oldest
        from graphile_worker.jobs where run_at < now() - interval '5 minutes'`)
      const { given_up = 0, kinds, oldest } = rows[0] ?? {}
      if (oldest)
        return [
          'incomplete',
          `The oldest was due ${timeAgo(ctx, new Date(oldest))}: nobody works. Is the store, or npm run worker, up?`,
        ]
      if (given_up)
        return [
          'warning',
          `Given up after 25 tries, and tried once more each day: ${given_up} (${kinds}). The log says why: “job failed”.`,
        ]
      return ['complete', 'Nothing waits longer than it should.']
    },
  },
  {
    id: 'storage',
    title: 'Uploaded files',
    critical: true,
    async run({ files, log }) {
      const probe = `probes/${randomUUID()}`
      try {
        await files.write(probe, Buffer.from(probe))
        const content = await files.read(probe)
        await files.remove(probe)
        if (content && Buffer.from(content).toString() === probe)
          return ['complete', 'A file was just written, read and removed.']
        return ['incomplete', 'A file that was written came back changed.']
      } catch (error) {
        log.warn('the file store failed its probe', { error })
        return [
          'incomplete',
          'No file can be written. Look at DATA_DIR or the S3 settings, and at the room that is left.',
        ]
      }
    },
  },
  {
    id: 'room',
    title: 'Room on the disk',
    critical: true,
    async run({ probes }) {
      const freeMegabytes = Math.floor((await probes.freeDiskSpace()) / MEGABYTE)
      if (freeMegabytes < 200)
        return ['incomplete', `Only ${freeMegabytes} MB are left: the next upload may find no room.`]
      if (freeMegabytes < 2048)
        return ['warning', `${freeMegabytes} MB are left. Make some room, or move old backups away.`]
      return ['complete', `${Math.floor(freeMegabytes / 1024)} GB are left.`]
    },
  },
  {
    id: 'backups',
    title: 'Backups',
    critical: false,
    async run(ctx) {
      const last = await queryTimestamp(ctx, sql`select max(at) as at from store_facts where key = 'backup'`)
      if (!last)
        return [
          'incomplete',
          'There is no backup of this store yet. Run npm run backup, and set BACKUP_DIR for one each night.',
        ]
      const isRecent = ctx.now.getTime() - last.getTime() < 2 * DAY_MS
      const message = `The last backup was made ${timeAgo(ctx, last)}.`
      return isRecent ? ['complete', message] : ['warning', `${message} Set BACKUP_DIR for one each night.`]
    },
  },
  {
    id: 'clock',
    title: 'Clock',
    critical: false,
    async run({ db }) {
      const startedAt = Date.now()
      const { rows } = await db.execute<{ at: number }>(
        sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
      )
      const driftSeconds = Math.round(((rows[0]?.at ?? 0) - (startedAt + Date.now()) / 2) / 1000)
      if (Math.abs(driftSeconds) < 2) return ['complete', 'This machine and the database agree on the time.']
      return [
        'warning',
        `The database’s clock is ${Math.abs(driftSeconds)} s ${driftSeconds > 0 ? 'ahead' : 'behind'}. Let both follow a time server.`,
      ]
    },
  },
  {
    id: 'mail',
    title: 'Letters',
    critical: true,
    async run(ctx) {
      const { rows } = await ctx.db.execute<{ stuck: number }>(sql`
        select count(*)::int as stuck from letters where state = 'failed' or (state = 'waiting' and created_at < now() - interval '15 minutes')`)
      const stuck = rows[0]?.stuck ?? 0
      if (stuck)
        return ['incomplete', `${stuck} letters could not be sent. Look at SMTP_URL and the mail server.`]
      if (ctx.settings.mail === 'mailbox')
        return ['warning', 'Letters go to the mailbox page and to nobody else. Set SMTP_URL.']
      try {
        await ctx.probes.checkMailServer()
      } catch (error) {
        return ['incomplete', `The mail server does not let us in (${errorReason(error)}). Look at SMTP_URL.`]
      }
      const last = await queryTimestamp(ctx, sql`select max(sent_at) as at from letters`)
      return last
        ? ['complete', `The mail server just answered; the last letter left ${timeAgo(ctx, last)}.`]
        : ['complete', 'The mail server just answered; no letter has been sent yet.']
    },
  },
]
