import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { query, queryColumn } from '#db/sql.ts'
import { IS_SET_ASIDE } from '../outbox/outbox.server.ts'
import { DAY_MS } from '../time-units.ts'
import { type Check, complete, errorReason, incomplete, timeAgo, warning } from './check.ts'

const MEGABYTE = 1024 * 1024
const MIN_POSTGRES_VERSION = 150_000

const DatabaseState = z.strictObject({
  version: z.int(),
  isStandby: z.boolean(),
  freeConnections: z.int(),
})
const JobCounts = z.strictObject({
  failed: z.int(),
  kinds: z.string().nullable(),
  setAside: z.int(),
  setAsideKinds: z.string().nullable(),
  oldestDue: z.date().nullable(),
})

export const SYSTEM_CHECKS: Check[] = [
  {
    id: 'database',
    title: 'Database',
    critical: true,
    async run({ db, probes }) {
      const [state] = await query(db, DatabaseState)`
        select current_setting('server_version_num')::int as version,
        pg_is_in_recovery() as "isStandby",
        current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as "freeConnections"`
      const { version = 0, isStandby, freeConnections = 0 } = state ?? {}
      const major = Math.floor(version / 10_000)
      if (version < MIN_POSTGRES_VERSION)
        return incomplete(`PostgreSQL ${major} is too old. Upgrade to 15 or newer.`)
      if (isStandby)
        return incomplete('The database is a read-only standby. Point DATABASE_URL to the primary.')
      const missing = await probes.missingMigrations()
      if (missing.length)
        return incomplete(
          `Migrations are missing: ${missing.join(', ')}. Start this version once to apply them.`,
        )
      if (freeConnections < 10)
        return warning(
          `Only ${freeConnections} connections are left. Raise max_connections or lower DATABASE_CONNECTIONS.`,
        )
      return complete(`PostgreSQL ${major} is up to date.`)
    },
  },
  {
    id: 'jobs',
    title: 'Jobs',
    critical: true,
    async run(ctx) {
      const [counts] = await query(ctx.db, JobCounts)`
        select count(*) filter (where failed and not set_aside)::int as failed,
          string_agg(distinct task_identifier, ', ') filter (where failed and not set_aside) as kinds,
          count(*) filter (where set_aside)::int as "setAside",
          string_agg(distinct task_identifier, ', ') filter (where set_aside) as "setAsideKinds",
          min(run_at) filter (where not failed and locked_at is null and priority = 0) as "oldestDue"
        from (select *, attempts >= max_attempts as failed, ${IS_SET_ASIDE} as set_aside from graphile_worker.jobs) jobs
        where set_aside or run_at < now() - interval '5 minutes'`
      const { failed = 0, kinds, setAside = 0, setAsideKinds, oldestDue } = counts ?? {}
      if (oldestDue)
        return incomplete(
          `Jobs aren’t running. The oldest was due ${timeAgo(ctx, oldestDue)}. Check that the store or npm run worker is up.`,
        )
      if (setAside)
        return warning(
          `Jobs set aside because the store’s process ended twice while they ran: ${setAside} (${setAsideKinds}). They don’t run again until you retry them. Check the memory limit and the log from before those ends.`,
        )
      if (failed)
        return warning(
          `Jobs that failed 25 times and are now retried once a day: ${failed} (${kinds}). Search the log for “job failed” to see why.`,
        )
      return complete('Jobs are running on time.')
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
        await files.findMalware?.([Buffer.from(probe)])
        if (content && Buffer.from(content).toString() === probe)
          return complete('A test file was written, read, and deleted.')
        return incomplete('A test file came back changed.')
      } catch (error) {
        log.warn('file storage check failed', { error })
        return incomplete(
          'Files can’t be written. Check DATA_DIR or the S3 settings, the free disk space, and CLAMAV_URL.',
        )
      }
    },
  },
  {
    id: 'room',
    title: 'Disk space',
    critical: true,
    async run({ probes }) {
      const freeMegabytes = Math.floor((await probes.freeDiskSpace()) / MEGABYTE)
      if (freeMegabytes < 200)
        return incomplete(`Only ${freeMegabytes} MB left. Uploads may fail; free up some space.`)
      if (freeMegabytes < 2048)
        return warning(`${freeMegabytes} MB left. Free up some space or move old backups.`)
      return complete(`${Math.floor(freeMegabytes / 1024)} GB left.`)
    },
  },
  {
    id: 'backups',
    title: 'Backups',
    critical: false,
    async run(ctx) {
      const [last] = await queryColumn(ctx.db, z.date().nullable())`
        select max(at) as at from store_facts where key = 'backup'`
      if (!last)
        return incomplete(
          'This store has no backup yet. Run npm run backup, and set BACKUP_DIR for nightly backups.',
        )
      const isRecent = ctx.now.getTime() - last.getTime() < 2 * DAY_MS
      const message = `The last backup was made ${timeAgo(ctx, last)}.`
      return isRecent ? complete(message) : warning(`${message} Set BACKUP_DIR for nightly backups.`)
    },
  },
  {
    id: 'clock',
    title: 'Clock',
    critical: false,
    async run(ctx) {
      const startedAt = Date.now()
      const [databaseClock] = await queryColumn(ctx.db, z.date())`select clock_timestamp()`
      const databaseTime = databaseClock?.getTime() ?? 0
      const driftSeconds = Math.round((databaseTime - (startedAt + Date.now()) / 2) / 1000)
      if (Math.abs(driftSeconds) < 2) return complete('The server and database clocks agree.')
      return [
        'warning',
        driftSeconds > 0
          ? `The database clock is ${driftSeconds} s ahead. Sync both clocks with a time server.`
          : `The database clock is ${-driftSeconds} s behind. Sync both clocks with a time server.`,
      ]
    },
  },
  {
    id: 'mail',
    title: 'Email',
    critical: true,
    async run(ctx) {
      const [stuck] = await queryColumn(ctx.db, z.int())`
        select count(*)::int as stuck from emails
        where state = 'failed' or (state = 'waiting' and created_at < now() - interval '15 minutes')`
      if (stuck)
        return incomplete(`Emails that couldn’t be sent: ${stuck}. Check SMTP_URL and your mail server.`)
      if (ctx.settings.mail === 'mailbox')
        return warning('Emails go only to the mailbox page. Set SMTP_URL to send them to customers.')
      try {
        await ctx.probes.checkMailServer()
      } catch (error) {
        return incomplete(`Connecting to the mail server failed (${errorReason(error)}). Check SMTP_URL.`)
      }
      const [last] = await queryColumn(ctx.db, z.date().nullable())`
        select max(sent_at) as at from emails`
      return last
        ? complete(`The mail server is responding. The last email was sent ${timeAgo(ctx, last)}.`)
        : complete('The mail server is responding. No email has been sent yet.')
    },
  },
]
