import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { EmailTransport } from '#core/email/email-transport.ts'
import { enqueueEmail } from '#core/email/emails.server.ts'
import { createLog } from '#core/log.ts'
import { enqueueJob, findDeadWorkers } from '#core/outbox/outbox.server.ts'
import type { PaymentProvider, ProviderEvent } from '#core/payments/payment.ts'
import { connect } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { createProvider } from '#test/payments/test-provider.ts'
import { expect, test, testSettings } from '#test/store.ts'
import { diskFiles } from '../disk-files.ts'
import { closeJobConnections, startJobWorker } from './job-worker.ts'

const WAIT = { timeout: 15_000, interval: 10 }

type LogEntry = Record<string, unknown>
type TestJobOptions = {
  send?: EmailTransport['send']
  payments?: PaymentProvider
  stopLimit?: number
  onLog?: (entry: LogEntry) => void
}

async function startTestJobs(
  url: string,
  { send = async () => {}, payments, stopLimit = 60_000, onLog }: TestJobOptions,
) {
  const logEntries: LogEntry[] = []
  const log = createLog('info', (line) => {
    const entry = JSON.parse(line)
    logEntries.push(entry)
    onLog?.(entry)
  })
  const connection = connect({ url: `${url}${url.includes('?') ? '&' : '?'}application_name=jobs`, max: 12 })
  const jobs = await startJobWorker({
    connection,
    emailTransport: { send },
    log,
    files: diskFiles('/nowhere'),
    settings: testSettings,
    payments: payments ?? null,
    stopLimit,
  })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= jobs.stop().then(() => closeJobConnections(connection)))
  onTestFinished(close)
  return { logEntries, close }
}

test('stopping gives up jobs that still run after the limit, and other workers take them over', async ({
  url,
  connection,
}) => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  onTestFinished(() => release())
  const send = async () => {
    start()
    await released
  }
  const { close, logEntries } = await startTestJobs(url, { send, stopLimit: 0 })
  const email = { key: 'welcome', kind: 'test', to: 'grace@example.com', subject: '', text: '', html: '' }
  await enqueueEmail(connection.db, email)
  await started
  await close()
  expect(logEntries.filter(({ level }) => level === 'warn')).toMatchObject([
    { event: 'running jobs given up; they run again' },
  ])
  const owners = await queryColumn(connection.db, z.string())`
    select locked_by from graphile_worker.jobs where task_identifier = 'send-email'`
  expect(owners).toHaveLength(1)
  // As if the process had exited.
  await connection.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'jobs'`)
  await vi.waitFor(async () => expect(await findDeadWorkers(connection.db)).toEqual(owners), WAIT)
})

test('stopping ends a poll of payment events between two of them, and the next poll continues', async ({
  url,
  connection,
}) => {
  const events = Array.from({ length: 20 }, (_, index) => buildEvent(`evt_${index}`))
  const payments = { ...createProvider(), eventsBetween: async () => events }
  const { promise: handled, resolve: handle } = Promise.withResolvers<void>()
  let stop = async () => {}
  const onLog = ({ event }: LogEntry) => {
    if (event !== 'payment event handled') return
    void stop()
    handle()
  }
  const first = await startTestJobs(url, { payments, onLog })
  stop = first.close
  await enqueueJob(connection.db, 'reconcile-payments', { turn: 2 })
  await handled
  await first.close()
  const countHandled = () => execute(connection.db)`select id from provider_events`
  expect(await countHandled()).toBe(1)
  await startTestJobs(url, { payments })
  await enqueueJob(connection.db, 'reconcile-payments', { turn: 2 })
  await vi.waitFor(async () => expect(await countHandled()).toBe(events.length), WAIT)
})

const buildEvent = (id: string): ProviderEvent => ({
  ...{ id, kind: 'store.trial', at: new Date(), session: null, declinedPaymentId: null, refund: null },
  ...{ refundedIntentId: null, dispute: null },
})
