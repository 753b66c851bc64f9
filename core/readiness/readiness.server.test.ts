import { buildActor } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { enqueueJob, retryFailedJobsOnce } from '../outbox/outbox.server.ts'
import { recoverJobs } from '../outbox/recover-jobs.server.ts'
import type { PaymentProvider } from '../payments/payment.ts'
import type { Probes } from './probes.ts'
import { checkReadiness, runChecks } from './readiness.server.ts'
import { hasFailures, isReady } from './readiness.ts'
import { retryJobs } from './retry-jobs.server.ts'

async function readChecks(ctx: Context, options?: Parameters<typeof runChecks>[1]) {
  const items = await runChecks(ctx, options)
  return {
    items,
    status: Object.fromEntries(items.map(({ id, status }) => [id, status])),
    descriptions: Object.fromEntries(items.map(({ id, description }) => [id, description])),
  }
}

const withProbes = (probes: Partial<Probes>, ctx: Context): Context => ({
  ...ctx,
  probes: { ...ctx.probes, ...probes },
})
const failWith = (reason: string) => () =>
  Promise.reject(new Error('fetch failed', { cause: new Error(reason) }))

test('a demo store is ready, with warnings', async ({ ctx }) => {
  await buildActor(ctx.db, { role: 'admin', isDemo: true })
  const { items, status } = await readChecks(ctx, { deep: true })
  expect(status).toEqual({
    'legal-duties': 'complete',
    'payment-page': 'complete',
    payouts: 'complete',
    payments: 'warning',
    webhooks: 'warning',
    provider: 'complete',
    books: 'complete',
    database: 'complete',
    jobs: 'complete',
    storage: 'complete',
    room: 'complete',
    backups: 'incomplete',
    clock: 'complete',
    mail: 'warning',
    'api-keys': 'complete',
    'former-staff': 'complete',
    administrator: 'warning',
    demo: 'warning',
    secrets: 'warning',
    proxy: 'complete',
    'database-role': 'complete',
    audit: 'complete',
  })
  expect(isReady(items)).toBe(false)
  expect(hasFailures(items)).toBe(false)
})

test('a misconfigured live store is not ready', async ({ ctx, connection: { pool } }) => {
  const settings = {
    ...ctx.settings,
    demo: 'off' as const,
    card: 'none' as const,
    mail: 'smtp' as const,
    secret: 'ab'.repeat(20),
  }
  const files = { ...ctx.files, write: async () => Promise.reject(new Error('disk full')) }
  const misconfigured = withProbes(
    { freeDiskSpace: async () => 1000, missingMigrations: async () => ['0099_new.sql'] },
    { ...ctx, settings, files },
  )
  await pool.query(
    `insert into emails (id, key, kind, recipient, subject, state) values ('l', 'l', 'x', 'a@b.example', 'x', 'failed')`,
  )
  await pool.query(`select graphile_worker.add_job('send-email', run_at => now() - interval '1 hour')`)
  const { items, status, descriptions } = await readChecks(misconfigured)
  expect(status).toMatchObject({
    payments: 'incomplete',
    webhooks: 'incomplete',
    database: 'incomplete',
    jobs: 'incomplete',
    storage: 'incomplete',
    room: 'incomplete',
    mail: 'incomplete',
    administrator: 'incomplete',
    secrets: 'incomplete',
    demo: 'complete',
  })
  expect(descriptions).toMatchObject({
    database: expect.stringContaining('0099_new.sql'),
    jobs: expect.stringContaining('60 minutes ago'),
    secrets: expect.stringContaining('easy to guess'),
  })
  expect(status).not.toHaveProperty('books')
  expect(isReady(items)).toBe(false)
  expect(hasFailures(items)).toBe(true)
})

test('the mail server, card provider, and webhook URL are tested, and failures are reported', async ({
  ctx,
  connection: { pool },
}) => {
  const settings = {
    ...ctx.settings,
    demo: 'off' as const,
    card: 'live' as const,
    mail: 'smtp' as const,
    origin: 'https://shop.example',
  }
  const liveStore = {
    ...ctx,
    settings,
    payments: { sessionsSince: async () => [] } as unknown as PaymentProvider,
  }
  expect((await readChecks(liveStore)).status).toMatchObject({
    payments: 'complete',
    mail: 'complete',
    webhooks: 'warning',
    secrets: 'complete',
  })
  await pool.query(
    `insert into provider_events (id, kind, outcome, happened_at) values ('evt', 'x', 'x', now())`,
  )
  await pool.query(
    `insert into store_facts (key, value, at) values ('backup', '{}', now() - interval '3 days')`,
  )
  expect((await readChecks(liveStore)).status).toMatchObject({ webhooks: 'complete', backups: 'warning' })
  const rejecting = { sessionsSince: failWith('Invalid API Key') } as unknown as PaymentProvider
  const unreachable = withProbes(
    { checkMailServer: failWith('535 authentication failed'), sendTestWebhook: failWith('ECONNREFUSED') },
    { ...liveStore, payments: rejecting },
  )
  const { status, descriptions } = await readChecks(unreachable)
  expect(status).toMatchObject({ payments: 'incomplete', mail: 'incomplete', webhooks: 'warning' })
  expect(descriptions).toMatchObject({
    payments: expect.stringContaining('Invalid API Key'),
    mail: expect.stringContaining('535 authentication failed'),
    webhooks: expect.stringContaining('did not arrive (ECONNREFUSED)'),
  })
  await pool.query(`update provider_events set received_at = now() - interval '5 days'`)
  expect((await readChecks(unreachable)).status.webhooks).toBe('incomplete')
  const unresponsive = withProbes({ checkMailServer: () => new Promise(() => {}) }, liveStore)
  expect((await readChecks(unresponsive, { timeoutMs: 50 })).descriptions.mail).toBe(
    'No response within 0.05 seconds.',
  )
})

test('readiness checks are cached for a few seconds and only run for administrators', async ({ ctx }) => {
  let connections = 0
  const settings = { ...ctx.settings, mail: 'smtp' as const }
  const admin = withProbes(
    { checkMailServer: async () => void connections++ },
    { ...ctx, settings, actor: await buildActor(ctx.db, { role: 'admin' }) },
  )
  await Promise.all([checkReadiness(admin), checkReadiness(admin)])
  await checkReadiness(admin)
  expect(connections).toBe(1)
  await expect(checkReadiness(ctx)).rejects.toThrow('sign in')
})

test('the doctor reports inconsistencies in the books', async ({ ctx }) => {
  const order = await buildOrder(ctx)
  const { status, descriptions } = await readChecks(ctx, { deep: true })
  expect(status.books).toBe('incomplete')
  expect(descriptions.books).toContain('An order’s payment status doesn’t match its payments')
  expect(descriptions.books).toContain(order.id)
})

test('failed jobs are listed, retried once a day, and restarted when an administrator asks', async ({
  ctx,
  connection: { pool },
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await enqueueJob(ctx.db, 'send-refund', { id: 'ref_1' })
  await enqueueJob(ctx.db, 'book-sale', { orderId: 'ord_1' })
  const giveUp = () =>
    pool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - interval '1 hour'`,
    )
  const attempts = async () =>
    (await pool.query('select attempts from graphile_worker.jobs')).rows.map((job) => job.attempts)
  const jobs = async () => (await checkReadiness(admin)).find(({ id }) => id === 'jobs')
  await giveUp()
  expect(await jobs()).toMatchObject({
    status: 'warning',
    description: expect.stringContaining('2 (book-sale, send-refund)'),
  })
  await expect(retryJobs(ctx)).rejects.toThrow('sign in')
  await retryJobs(admin)
  expect(await attempts()).toEqual([0, 0])
  expect(await jobs()).toMatchObject({ status: 'complete' })
  await expect(retryJobs(admin)).rejects.toThrow('no failed jobs')
  await giveUp()
  expect(await retryFailedJobsOnce(ctx.db)).toBe(2)
  expect(await attempts()).toEqual([24, 24])
  const { rows } = await pool.query('select action, after from audit_entries')
  expect(rows).toEqual([{ action: 'jobs-retried', after: { jobs: 2 } }])
})

test('a job that was set aside is listed at once, and waits for an administrator', async ({
  ctx,
  connection: { pool },
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await enqueueJob(ctx.db, 'size-picture', { id: 'pic_1' })
  for (const worker of ['first', 'second']) {
    await pool.query(`update graphile_worker._private_jobs set locked_by = $1, locked_at = now()`, [worker])
    await recoverJobs(ctx.db, [worker])
  }
  const jobs = async () => (await checkReadiness(admin)).find(({ id }) => id === 'jobs')
  expect(await jobs()).toMatchObject({
    status: 'warning',
    description: expect.stringContaining(
      'ended twice while they ran: 1 (size-picture). They don’t run again',
    ),
  })
  await retryJobs(admin)
  expect(await jobs()).toMatchObject({ status: 'complete' })
})
