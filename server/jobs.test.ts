import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { inject, onTestFinished, vi } from 'vitest'
import { createLog } from '#core/log.ts'
import { enqueueEmail } from '#core/mail/letters.server.ts'
import type { EmailTransport, OutgoingEmail } from '#core/mail/mail.ts'
import { findDeadWorkers } from '#core/outbox/outbox.server.ts'
import { type Connection, connect } from '#db/connection.ts'
import { expect, test, testHouse } from '#test/store.ts'
import { diskFiles } from './disk-files.ts'
import { startJobs } from './jobs.ts'

const SOON = { timeout: 15_000, interval: 10 }
const END_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'jobs'`

/** The jobs of a store, with a postman of the test's own. */
async function openJobs(shopUrl: string, send: EmailTransport['send']) {
  const logged: Record<string, unknown>[] = []
  const log = createLog('info', (line) => logged.push(JSON.parse(line)))
  const connection = connect({ url: `${shopUrl}${shopUrl.includes('?') ? '&' : '?'}application_name=jobs` })
  const jobs = await startJobs({
    connection,
    mail: { send },
    log,
    files: diskFiles('/nowhere'),
    settings: testHouse,
    payments: null,
  })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= jobs.stop().then(() => connection.close()))
  onTestFinished(close)
  return { logged, close }
}

const write = ({ db }: Connection, key: string) =>
  enqueueEmail(db, {
    key,
    kind: 'test',
    to: 'grace@example.com',
    subject: key,
    text: 'A one-time link',
    html: '',
  })

const stateOf = async ({ db }: Connection, key: string) =>
  (await db.execute(sql`select state from letters where key = ${key}`)).rows[0]?.state
// Others come by the clock, whenever a minute begins.
const waiting = async ({ db }: Connection) =>
  (
    await db.execute<{ locked_by: string }>(
      sql`select locked_by from graphile_worker.jobs where task_identifier = 'send-letter'`,
    )
  ).rows

const failures = async ({ db }: Connection) =>
  (
    await db.execute(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'send-letter' and last_error is not null`,
    )
  ).rows.length

test('a letter is carried off as soon as it is written, and its job is gone', async ({ url, connection }) => {
  const sent: OutgoingEmail[] = []
  await openJobs(url, async (letter) => void sent.push(letter))
  await write(connection, 'welcome')
  await vi.waitFor(async () => expect(await stateOf(connection, 'welcome')).toBe('sent'), SOON)
  expect(sent).toMatchObject([{ to: 'grace@example.com', subject: 'welcome', text: 'A one-time link' }])
  await vi.waitFor(async () => expect(await waiting(connection)).toEqual([]), SOON)
})

test('a postman who fails is sent again, and the log tells why but nothing of the letter', async ({
  url,
  connection,
}) => {
  const tried: string[] = []
  let ill = true
  const { logged } = await openJobs(url, async ({ subject }) => {
    tried.push(subject)
    if (ill) throw new Error('451 come back later')
  })
  await write(connection, 'welcome')
  // On a slow machine the next try may come before this has looked: it fails as well.
  await vi.waitFor(async () => expect(await failures(connection)).toBeGreaterThan(0), SOON)
  expect(await stateOf(connection, 'welcome')).toBe('waiting')
  ill = false
  const tries = tried.length
  await vi.waitFor(async () => {
    await connection.db.execute(
      sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`,
    )
    expect(await stateOf(connection, 'welcome')).toBe('sent')
  }, SOON)
  expect(tried.length).toBeGreaterThan(tries)
  const told = logged.filter(({ job }) => job === 'send-letter')
  expect(told).toHaveLength(tried.length - 1)
  expect(told[0]).toMatchObject({ level: 'warn', event: 'job failed and will be tried again' })
  expect(JSON.stringify(told)).toContain('451 come back later')
  expect(JSON.stringify(logged)).not.toMatch(/grace@|one-time/)
})

test('when the database is away as a job ends, jobs are begun again once it is back', async ({
  url,
  connection,
}) => {
  const server = connect({ url: inject('serverUrl'), max: 1 })
  onTestFinished(server.close)
  const open = (whether: boolean) =>
    server.pool.query(`alter database ${new URL(url).pathname.slice(1)} with allow_connections ${whether}`)
  const handed: string[] = []
  const send: EmailTransport['send'] = async ({ subject }) => {
    handed.push(subject)
    if (handed.length > 1) return
    await open(false)
    await connection.pool.query(END_ALL)
  }
  const { logged } = await openJobs(url, send)
  await write(connection, 'first')
  await vi.waitFor(() => expect(logged.map(({ event }) => event)).toContain('jobs did not begin'), SOON)
  await open(true)
  for (const key of ['first', 'second']) {
    await write(connection, key)
    await vi.waitFor(async () => expect(await stateOf(connection, key)).toBe('sent'), SOON)
  }
})

test('what a process was at when it was killed is done by those who live', { timeout: 120_000 }, async ({
  url,
  connection,
}) => {
  const mute = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void mute.close())
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const env = { ...process.env, DATABASE_URL: url, STORE_DEMO: 'on', SMTP_URL: `smtp://127.0.0.1:${port}` }
  const worker = spawn(process.execPath, ['server/worker.ts'], { env, stdio: 'ignore' })
  onTestFinished(() => void worker.kill('SIGKILL'))
  const [[call]] = await Promise.all([once(mute, 'connection'), write(connection, 'welcome')])
  onTestFinished(() => void call.destroy())
  const { logged } = await openJobs(url, async () => {})
  expect(await findDeadWorkers(connection.db)).toEqual([])

  const owner = (await waiting(connection))[0]?.locked_by
  worker.kill('SIGKILL')
  await vi.waitFor(async () => expect(await stateOf(connection, 'welcome')).toBe('sent'), {
    ...SOON,
    timeout: 60_000,
  })
  const events = logged.filter(({ level }) => level === 'warn')
  expect(events).toMatchObject([{ event: 'jobs of a dead process are done anew', owners: [owner] }])
})

test('what failed since its connections broke is done soon, however often it had failed before', async ({
  url,
  connection,
}) => {
  await write(connection, 'welcome')
  await connection.db.execute(sql`update graphile_worker._private_jobs set attempts = 6`)
  const handed: string[] = []
  await openJobs(url, async ({ subject }) => {
    handed.push(subject)
    if (handed.length === 1) await connection.pool.query(END_ALL)
  })
  await vi.waitFor(async () => expect(await stateOf(connection, 'welcome')).toBe('sent'), SOON)
  expect(handed).toEqual(['welcome', 'welcome'])
})

test('whoever is at work is known to be alive, also after its connections broke', async ({
  url,
  connection,
}) => {
  const { promise: posted, resolve: post } = Promise.withResolvers<void>()
  const handed: string[] = []
  const { close } = await openJobs(url, async ({ subject }) => {
    handed.push(subject)
    await posted
  })
  await write(connection, 'welcome')
  await vi.waitUntil(() => handed.length, SOON)
  const silent = () => findDeadWorkers(connection.db)
  await vi.waitFor(async () => expect(await silent()).toEqual([]), SOON)
  await connection.pool.query(END_ALL)
  await vi.waitFor(async () => expect(await silent()).toEqual([]), SOON)
  post()
  await close()
  expect(handed).toEqual(['welcome'])
})

test('stopping waits for what is at work', async ({ url, connection }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let handed = false
  const { close } = await openJobs(url, async () => {
    handed = true
    await promise
  })
  await write(connection, 'welcome')
  await vi.waitUntil(() => handed, SOON)
  const closed = close()
  resolve()
  await closed
  expect(await stateOf(connection, 'welcome')).toBe('sent')
})
