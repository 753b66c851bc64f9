import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { inject, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { EmailTransport, OutgoingEmail } from '#core/email/email-transport.ts'
import { enqueueEmail } from '#core/email/emails.server.ts'
import { createLog } from '#core/log.ts'
import { findDeadWorkers } from '#core/outbox/outbox.server.ts'
import { type Connection, connect } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { expect, test, testSettings } from '#test/store.ts'
import { diskFiles } from '../disk-files.ts'
import { startJobWorker, USUAL_JOB_CONNECTIONS } from './job-worker.ts'

const WAIT = { timeout: 15_000, interval: 10 }
const TERMINATE_SQL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'jobs'`

async function startTestJobs(shopUrl: string, send: EmailTransport['send']) {
  const logEntries: Record<string, unknown>[] = []
  const log = createLog('info', (line) => logEntries.push(JSON.parse(line)))
  const connection = connect({
    url: `${shopUrl}${shopUrl.includes('?') ? '&' : '?'}application_name=jobs`,
    max: 12,
    usual: USUAL_JOB_CONNECTIONS,
  })
  const jobs = await startJobWorker({
    connection,
    emailTransport: { send },
    log,
    files: diskFiles('/nowhere'),
    settings: testSettings,
    payments: null,
  })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= jobs.stop().then(() => connection.close()))
  onTestFinished(close)
  return { logEntries, close }
}

const writeTestEmail = ({ db }: Connection, key: string) =>
  enqueueEmail(db, {
    key,
    kind: 'test',
    to: 'grace@example.com',
    subject: key,
    text: 'A one-time link',
    html: '',
  })

const emailState = async ({ db }: Connection, key: string) =>
  (await query(db, EmailState)`select state from emails where key = ${key}`)[0]?.state
const EmailState = z.strictObject({ state: z.string() })

// Cron adds other jobs every minute.
const pendingJobs = ({ db }: Connection) =>
  query(db, EmailJob)`
    select locked_by, last_error from graphile_worker.jobs where task_identifier = 'send-email'`
const EmailJob = z.strictObject({ locked_by: z.string().nullable(), last_error: z.string().nullable() })

const countFailedJobs = async (connection: Connection) =>
  (await pendingJobs(connection)).filter(({ last_error }) => last_error !== null).length

test('an email is sent as soon as it is queued, and its job is removed', async ({ url, connection }) => {
  const sent: OutgoingEmail[] = []
  await startTestJobs(url, async (email) => void sent.push(email))
  await writeTestEmail(connection, 'welcome')
  await vi.waitFor(async () => expect(await emailState(connection, 'welcome')).toBe('sent'), WAIT)
  expect(sent).toMatchObject([{ to: 'grace@example.com', subject: 'welcome', text: 'A one-time link' }])
  await vi.waitFor(async () => expect(await pendingJobs(connection)).toEqual([]), WAIT)
})

test('a job that the previous version enqueued runs under its former name', async ({ url, connection }) => {
  const sent: OutgoingEmail[] = []
  await writeTestEmail(connection, 'former')
  await connection.pool.query(`delete from graphile_worker._private_jobs`)
  await connection.pool.query(
    `select graphile_worker.add_job('send-letter', json_build_object('id', (select id from emails)))`,
  )
  await startTestJobs(url, async (email) => void sent.push(email))
  await vi.waitFor(() => expect(sent).toMatchObject([{ subject: 'former' }]), WAIT)
})

test('a start logs no warning', async ({ url }) => {
  const { logEntries, close } = await startTestJobs(url, async () => {})
  await close()
  expect(logEntries.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
})

test('a failed email is retried, and the log names the error without the email’s content', async ({
  url,
  connection,
}) => {
  const attempts: string[] = []
  let isFailing = true
  const { logEntries } = await startTestJobs(url, async ({ subject }) => {
    attempts.push(subject)
    if (isFailing) throw new Error('451 come back later')
  })
  await writeTestEmail(connection, 'welcome')
  // On a slow machine a second attempt may fail before this check runs.
  await vi.waitFor(async () => expect(await countFailedJobs(connection)).toBeGreaterThan(0), WAIT)
  expect(await emailState(connection, 'welcome')).toBe('waiting')
  isFailing = false
  const attemptsBefore = attempts.length
  await vi.waitFor(async () => {
    await execute(connection.db)`
      select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`
    expect(await emailState(connection, 'welcome')).toBe('sent')
  }, WAIT)
  expect(attempts.length).toBeGreaterThan(attemptsBefore)
  const failureLogs = logEntries.filter(({ job }) => job === 'send-email')
  expect(failureLogs).toHaveLength(attempts.length - 1)
  expect(failureLogs[0]).toMatchObject({ level: 'warn', event: 'job failed and will be retried' })
  expect(JSON.stringify(failureLogs)).toContain('451 come back later')
  expect(JSON.stringify(logEntries)).not.toMatch(/grace@|one-time/)
})

test('the job runner restarts after the database was unavailable when a job ended', async ({
  url,
  connection,
}) => {
  const server = connect({ url: inject('serverUrl'), max: 1 })
  onTestFinished(server.close)
  const allowConnections = (isAllowed: boolean) =>
    server.pool.query(`alter database ${new URL(url).pathname.slice(1)} with allow_connections ${isAllowed}`)
  const delivered: string[] = []
  const send: EmailTransport['send'] = async ({ subject }) => {
    delivered.push(subject)
    if (delivered.length > 1) return
    await allowConnections(false)
    await connection.pool.query(TERMINATE_SQL)
  }
  const { logEntries } = await startTestJobs(url, send)
  await writeTestEmail(connection, 'first')
  await vi.waitFor(
    () => expect(logEntries.map(({ event }) => event)).toContain('job runner restart failed'),
    WAIT,
  )
  await allowConnections(true)
  for (const key of ['first', 'second']) {
    await writeTestEmail(connection, key)
    await vi.waitFor(async () => expect(await emailState(connection, key)).toBe('sent'), WAIT)
  }
})

/** A process whose emails wait for a mail server that never answers. */
async function createHangingWorkers(url: string) {
  const silentServer = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silentServer.close())
  await once(silentServer, 'listening')
  const { port } = silentServer.address() as AddressInfo
  const env = { ...process.env, DATABASE_URL: url, STORE_DEMO: 'on', SMTP_URL: `smtp://127.0.0.1:${port}` }
  return async () => {
    const worker = spawn(process.execPath, ['server/worker.ts'], { env, stdio: 'ignore' })
    onTestFinished(() => void worker.kill('SIGKILL'))
    const [socket] = await once(silentServer, 'connection')
    onTestFinished(() => void socket.destroy())
    return worker
  }
}

test('the jobs of a killed process are completed by another worker', { timeout: 120_000 }, async ({
  url,
  connection,
}) => {
  const startHangingWorker = await createHangingWorkers(url)
  const [worker] = await Promise.all([startHangingWorker(), writeTestEmail(connection, 'welcome')])
  const { logEntries } = await startTestJobs(url, async () => {})
  expect(await findDeadWorkers(connection.db)).toEqual([])

  const owner = (await pendingJobs(connection))[0]?.locked_by
  worker.kill('SIGKILL')
  await vi.waitFor(async () => expect(await emailState(connection, 'welcome')).toBe('sent'), {
    ...WAIT,
    timeout: 60_000,
  })
  const events = logEntries.filter(({ level }) => level === 'warn')
  expect(events).toMatchObject([{ event: 'jobs recovered from a dead process', owners: [owner] }])
})

test('a job is set aside once two processes were killed while it ran', { timeout: 120_000 }, async ({
  url,
  connection,
}) => {
  const startHangingWorker = await createHangingWorkers(url)
  await writeTestEmail(connection, 'welcome')
  for (const _ of [1, 2]) (await startHangingWorker()).kill('SIGKILL')
  const sent: OutgoingEmail[] = []
  const { logEntries } = await startTestJobs(url, async (email) => void sent.push(email))
  await vi.waitFor(
    () => expect(logEntries).toContainEqual(expect.objectContaining({ level: 'error', job: 'send-email' })),
    { ...WAIT, timeout: 60_000 },
  )
  expect(sent).toEqual([])
})

test('a job that fails because its connections broke is retried soon, however often it failed before', async ({
  url,
  connection,
}) => {
  await writeTestEmail(connection, 'welcome')
  await execute(connection.db)`update graphile_worker._private_jobs set attempts = 6`
  const delivered: string[] = []
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  await startTestJobs(url, async ({ subject }) => {
    delivered.push(subject)
    if (delivered.length > 1) return
    // Not while other runners are starting.
    await started
    await connection.pool.query(TERMINATE_SQL)
    throw Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' })
  })
  start()
  await vi.waitFor(async () => expect(await emailState(connection, 'welcome')).toBe('sent'), WAIT)
  expect(delivered).toEqual(['welcome', 'welcome'])
})

test('an email that was delivered while the database restarted is not sent again', async ({
  url,
  connection,
}) => {
  const delivered: string[] = []
  await startTestJobs(url, async ({ subject }) => {
    delivered.push(subject)
    await connection.pool.query(TERMINATE_SQL)
  })
  await writeTestEmail(connection, 'welcome')
  await vi.waitFor(async () => expect(await pendingJobs(connection)).toEqual([]), WAIT)
  expect([delivered, await emailState(connection, 'welcome')]).toEqual([['welcome'], 'sent'])
})

test('a busy worker counts as alive, even after its connections broke', async ({ url, connection }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const delivered: string[] = []
  const { close } = await startTestJobs(url, async ({ subject }) => {
    delivered.push(subject)
    await released
  })
  await writeTestEmail(connection, 'welcome')
  await vi.waitUntil(() => delivered.length, WAIT)
  const findSilentOwners = () => findDeadWorkers(connection.db)
  await vi.waitFor(async () => expect(await findSilentOwners()).toEqual([]), WAIT)
  await connection.pool.query(TERMINATE_SQL)
  await vi.waitFor(async () => expect(await findSilentOwners()).toEqual([]), WAIT)
  release()
  await close()
  expect(delivered).toEqual(['welcome'])
})

test('stopping waits for running jobs', async ({ url, connection }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let delivered = false
  const { close } = await startTestJobs(url, async () => {
    delivered = true
    await promise
  })
  await writeTestEmail(connection, 'welcome')
  await vi.waitUntil(() => delivered, WAIT)
  const closed = close()
  // If the stop runs out of time, the job isn't blamed.
  await vi.waitFor(
    async () =>
      expect(
        await query(
          connection.db,
          z.strictObject({ planned: z.boolean() }),
        )`select planned from job_interruptions`,
      ).toEqual([{ planned: true }]),
    WAIT,
  )
  resolve()
  await closed
  expect(await emailState(connection, 'welcome')).toBe('sent')
})
