import { checkReadiness } from '#core/readiness/readiness.server.ts'
import { retryJobs } from '#core/readiness/retry-jobs.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { adminMeta, requireAdmin } from '../admin-context.ts'
import { type AdminFormArgs, adminAction } from '../admin-route.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/readiness'
import { DeploymentReadiness } from './deployment-readiness.tsx'

export const meta = adminMeta('Deployment readiness')

export async function loader({ context, pattern }: Route.LoaderArgs) {
  return { checklist: await checkReadiness(requireAdmin({ context, pattern })) }
}

export const action = adminAction({ '': retryFailedJobs }, 'Couldn’t retry jobs')

async function retryFailedJobs({ ctx }: AdminFormArgs) {
  await retryJobs(ctx)
  return 'jobs-retried' as const
}

export default function Readiness({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader title="Deployment readiness" lead="Live checks of this store and its services." />
      <FormNotice className="mb-4 max-w-prose" />
      <section aria-label="Deployment readiness" className="max-w-prose">
        <DeploymentReadiness items={loaderData.checklist} />
      </section>
    </>
  )
}
