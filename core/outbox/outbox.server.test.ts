import { randomUUID } from 'node:crypto'
import type { Connection, Db } from '#db/connection.ts'
import { expect, test } from '#test/store.ts'
import {
  cancelJob,
  DATABASE_UNAVAILABLE,
  enqueueJob,
  findDeadWorkers,
  forwardJobs,
  HEARTBEAT_LOCK,
  postJobs,
  retryDatabaseFailures,
  retryFailedJobs,
  retryFailedJobsOnce,
} from './outbox.server.ts'
import { recordPlannedStop, recoverJobs } from './recover-jobs.server.ts'

type Job = { key: string; attempts: number; isDue: boolean; lockedBy: string | null }

async function listJobs({ pool }: Connection): Promise<Job[]> {
  const { rows } = await pool.query(`select key, attempts, run_at <= now() as "isDue", locked_by as "lockedBy"
    from graphile_worker.jobs where key like 'test:%' order by key`)
  return rows
}

/** As a worker leaves a job. Its table is private, and only tests write to it. */
async function setJob({ pool }: Connection, key: string, assignments: string): Promise<void> {
  await pool.query(`update graphile_worker._private_jobs set ${assignments} where key = $1`, [key])
}

async function postNumberedJobs(db: Db, numbers: number[]): Promise<void> {
  for (const nth of numbers)
    await postJobs(db, [{ name: 'send-refund', payload: { id: `ref_${nth}` }, key: `test:${nth}` }])
}

const FAILED = `attempts = max_attempts, last_error = 'Refused', run_at = now() + interval '1 hour'`

test('a job exists only if its transaction commits, and once per key', async ({ ctx, connection }) => {
  const rolledBack = ctx.db.transaction(async (tx) => {
    await enqueueJob(tx, 'send-refund', { id: 'ref_1' }, { key: 'test:1' })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await listJobs(connection)).toEqual([])
  await Promise.all(
    Array.from({ length: 5 }, () => enqueueJob(ctx.db, 'send-refund', { id: 'ref_1' }, { key: 'test:1' })),
  )
  expect(await listJobs(connection)).toEqual([{ key: 'test:1', attempts: 0, isDue: true, lockedBy: null }])
})

test('posted jobs notify workers once, when they are forwarded', async ({ ctx, connection }) => {
  const listener = await connection.pool.connect()
  let notifications = 0
  listener.on('notification', () => notifications++)
  await listener.query('listen "jobs:insert"')
  await postNumberedJobs(ctx.db, [1, 2, 3, 2, 1])
  await listener.query('select 1')
  expect(notifications).toBe(0)
  expect(await listJobs(connection)).toEqual([])
  expect(await forwardJobs(ctx.db)).toBe(true)
  await listener.query('select 1')
  expect(notifications).toBe(1)
  expect((await listJobs(connection)).map(({ key }) => key)).toEqual(['test:1', 'test:2', 'test:3'])
  listener.release(true)
})

test('two workers that forward posted jobs together queue each key once', async ({ ctx, connection }) => {
  await postNumberedJobs(ctx.db, [1, 2, 3, 2, 1])
  expect(await Promise.all([forwardJobs(ctx.db), forwardJobs(ctx.db)])).toEqual([true, true])
  expect((await listJobs(connection)).map(({ key }) => key)).toEqual(['test:1', 'test:2', 'test:3'])
  expect((await connection.pool.query('select from outbox')).rowCount).toBe(0)
})

test('a job for later can be canceled until a worker takes it', async ({ ctx, connection }) => {
  const at = new Date(Date.now() + 60_000)
  for (const key of ['test:waiting', 'test:running'])
    await enqueueJob(ctx.db, 'send-refund', { id: 'ref_1' }, { key, at })
  expect((await listJobs(connection)).map(({ isDue }) => isDue)).toEqual([false, false])
  await setJob(connection, 'test:running', `locked_by = 'worker', locked_at = now()`)
  expect(await cancelJob(ctx.db, 'test:waiting')).toBe(true)
  expect(await cancelJob(ctx.db, 'test:waiting')).toBe(false)
  expect(await cancelJob(ctx.db, 'test:running')).toBe(false)
  expect((await listJobs(connection)).map(({ key }) => key)).toEqual(['test:running'])
})

test('after a database outage its failures run at once, and lose the attempt that it cost', async ({
  ctx,
  connection,
}) => {
  for (const key of ['test:fresh', 'test:outage', 'test:outage-again', 'test:refused'])
    await enqueueJob(ctx.db, 'send-refund', { id: 'ref_1' }, { key })
  const outage = (error: string) => `last_error = '${error}', run_at = now() + interval '1 hour'`
  await setJob(connection, 'test:outage', `attempts = 3, ${outage(DATABASE_UNAVAILABLE)}`)
  // As the previous release stored it.
  await setJob(connection, 'test:outage-again', `attempts = 1, ${outage('The database was away')}`)
  await setJob(
    connection,
    'test:refused',
    `attempts = 2, last_error = 'Refused', run_at = now() + interval '1 hour'`,
  )
  await retryDatabaseFailures(ctx.db)
  const summary = (await listJobs(connection)).map(({ key, attempts, isDue }) => [key, attempts, isDue])
  expect(summary).toEqual([
    ['test:fresh', 0, true],
    ['test:outage', 2, true],
    ['test:outage-again', 0, true],
    ['test:refused', 2, false],
  ])
})

test('jobs that failed for good start again, or get one more attempt', async ({ ctx, connection }) => {
  for (const key of ['test:failed', 'test:waiting'])
    await enqueueJob(ctx.db, 'send-refund', { id: 'ref_1' }, { key })
  await setJob(connection, 'test:failed', FAILED)
  expect(await retryFailedJobsOnce(ctx.db)).toBe(1)
  expect(await listJobs(connection)).toMatchObject([{ attempts: 24, isDue: true }, { attempts: 0 }])
  expect(await retryFailedJobsOnce(ctx.db)).toBe(0)
  await setJob(connection, 'test:failed', FAILED)
  expect(await retryFailedJobs(ctx.db)).toBe(1)
  expect(await listJobs(connection)).toMatchObject([{ attempts: 0, isDue: true }, { attempts: 0 }])
})

test('only jobs of a worker without a heartbeat are released', async ({ ctx, connection }) => {
  const [alive, dead] = [`alive-${randomUUID()}`, `dead-${randomUUID()}`]
  for (const [key, worker] of [
    ['test:alive', alive],
    ['test:dead', dead],
  ] as const) {
    await enqueueJob(ctx.db, 'send-refund', { id: 'ref_1' }, { key })
    await setJob(connection, key, `locked_by = '${worker}', locked_at = now()`)
  }
  const heartbeat = await connection.pool.connect()
  await heartbeat.query(HEARTBEAT_LOCK, [alive])
  const deadWorkers = await findDeadWorkers(ctx.db)
  await recoverJobs(ctx.db, deadWorkers)
  heartbeat.release(true)
  expect(deadWorkers).toEqual([dead])
  expect(await listJobs(connection)).toMatchObject([{ lockedBy: alive }, { lockedBy: null }])
})

/** As a worker takes a job: it counts the attempt before the job runs. */
const startJob = (connection: Connection, key: string, worker: string) =>
  setJob(connection, key, `attempts = attempts + 1, locked_by = '${worker}', locked_at = now()`)

test('a job whose process was killed runs again, and the kill costs no attempt', async ({
  ctx,
  connection,
}) => {
  for (const key of ['test:1', 'test:2']) await enqueueJob(ctx.db, 'size-picture', { id: 'pic_1' }, { key })
  await setJob(connection, 'test:2', 'attempts = 5')
  for (const key of ['test:1', 'test:2']) await startJob(connection, key, 'killed')
  expect(await recoverJobs(ctx.db, ['killed'])).toEqual([])
  expect(await listJobs(connection)).toMatchObject([
    { attempts: 0, lockedBy: null },
    { attempts: 5, lockedBy: null },
  ])
})

test('a job whose process was killed twice is set aside until the owner retries it', async ({
  ctx,
  connection,
}) => {
  await enqueueJob(ctx.db, 'size-picture', { id: 'pic_1' }, { key: 'test:1' })
  await startJob(connection, 'test:1', 'first')
  await recoverJobs(ctx.db, ['first'])
  await startJob(connection, 'test:1', 'second')
  // Two nodes that notice it together count it once.
  const recovered = await Promise.all([recoverJobs(ctx.db, ['second']), recoverJobs(ctx.db, ['second'])])
  expect(recovered.flat()).toEqual(['size-picture'])
  expect(await listJobs(connection)).toMatchObject([{ attempts: 25, lockedBy: null }])
  expect(await retryFailedJobsOnce(ctx.db)).toBe(0)
  expect(await retryFailedJobs(ctx.db)).toBe(1)
  expect(await listJobs(connection)).toMatchObject([{ attempts: 0, isDue: true }])

  await startJob(connection, 'test:1', 'third')
  expect(await recoverJobs(ctx.db, ['third'])).toEqual([])
})

test('a stop that ends before its jobs do doesn’t count against them', async ({ ctx, connection }) => {
  await enqueueJob(ctx.db, 'size-picture', { id: 'pic_1' }, { key: 'test:1' })
  for (const worker of ['first', 'second', 'third']) {
    await startJob(connection, 'test:1', worker)
    await recordPlannedStop(ctx.db, [worker])
    expect(await recoverJobs(ctx.db, [worker])).toEqual([])
  }
  expect(await listJobs(connection)).toMatchObject([{ attempts: 0, lockedBy: null }])
})

test('jobs of a killed process start again one after the other, so that one can’t take the others with it', async ({
  ctx,
  connection,
}) => {
  for (const key of ['test:1', 'test:2', 'test:3']) {
    await enqueueJob(ctx.db, 'send-refund', { id: 'ref_1' }, { key })
    await startJob(connection, key, 'killed')
  }
  await recoverJobs(ctx.db, ['killed'])
  const { rows } =
    await connection.pool.query(`select extract(epoch from run_at - min(run_at) over ())::int as delay
    from graphile_worker.jobs where key like 'test:%' order by key`)
  expect(rows).toEqual([{ delay: 0 }, { delay: 2 }, { delay: 4 }])
})

test('a check of an import that ended with its process gives up by itself and says why', async ({
  ctx,
  connection,
}) => {
  await enqueueJob(ctx.db, 'check-import', { id: 'imp_1' }, { key: 'test:1' })
  for (const worker of ['first', 'second']) {
    await startJob(connection, 'test:1', worker)
    expect(await recoverJobs(ctx.db, [worker])).toEqual([])
  }
  expect(await listJobs(connection)).toMatchObject([{ attempts: 0, lockedBy: null }])
})
