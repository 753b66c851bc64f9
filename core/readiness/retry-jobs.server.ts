import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { retryFailedJobs } from '../outbox/outbox.server.ts'
import { clearReadinessCache } from './readiness.server.ts'

export async function retryJobs(ctx: Context): Promise<void> {
  await staffTransaction(ctx, 'settings.edit', async (tx) => {
    const jobs = await retryFailedJobs(tx)
    if (!jobs) throw new Refusal('conflict', 'There are no failed jobs to retry.')
    await writeAudit(ctx, { action: 'jobs-retried', subject: 'jobs', after: { jobs } }, tx)
  })
  clearReadinessCache(ctx)
}
