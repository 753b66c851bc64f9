import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { type Check, type CheckContext, type CheckResult, errorReason } from './check.ts'
import { PAYMENT_CHECKS } from './payment-checks.server.ts'
import type { Probes } from './probes.ts'
import type { ChecklistItem } from './readiness.ts'
import { SECURITY_CHECKS } from './security-checks.server.ts'
import { SYSTEM_CHECKS } from './system-checks.server.ts'

const CHECKS = [...PAYMENT_CHECKS, ...SYSTEM_CHECKS, ...SECURITY_CHECKS]
const CHECK_TIMEOUT_MS = 3000
const CACHE_MS = 5000

const recentResults = new WeakMap<Probes, { at: number; results: Promise<ChecklistItem[]> }>()

/** Each found just now, or a few seconds ago: whoever reloads the dashboard does not ring at the mail server each time. */
export async function checkReadiness(ctx: Context): Promise<ChecklistItem[]> {
  requireRole(canAccessAdmin, ctx.actor)
  const cached = recentResults.get(ctx.probes)
  if (cached && Date.now() - cached.at < CACHE_MS) return cached.results
  const results = runChecks(ctx)
  recentResults.set(ctx.probes, { at: Date.now(), results })
  return results
}

/** Something was just mended: the next look at the dashboard finds it so. */
export function clearReadinessCache({ probes }: Context): void {
  recentResults.delete(probes)
}

/** What the dashboard and the doctor read. A check that fails, or takes too long, is told of as what it is about missing. */
export async function runChecks(
  ctx: CheckContext,
  { deep = false, patience = CHECK_TIMEOUT_MS } = {},
): Promise<ChecklistItem[]> {
  const checks = CHECKS.filter((check) => deep || !check.deep)
  return Promise.all(
    checks.map(async ({ id, title, critical, run }) => {
      const [status, description] = await runWithTimeout({ run }, ctx, patience)
      return { id, title, critical, status, description }
    }),
  )
}

async function runWithTimeout(
  { run }: Pick<Check, 'run'>,
  ctx: CheckContext,
  patience: number,
): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(
      () => resolve(['incomplete', `No answer within ${patience / 1000} seconds.`]),
      patience,
    )
  })
  const result = (async () => run(ctx))().catch(
    (error): CheckResult => ['incomplete', `It failed: ${errorReason(error)}.`],
  )
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer))
}
