import { requirePermission } from '#core/permissions/permissions.ts'
import type { Context } from '../context.ts'
import { inTime } from '../in-time.ts'
import { type Check, type CheckContext, type CheckResult, errorReason, incomplete } from './check.ts'
import { DEMO_LEFTOVERS } from './demo-leftovers.server.ts'
import { LEGAL_DUTIES } from './legal-duties.server.ts'
import { PAYMENT_CHECKS } from './payment-checks.server.ts'
import { PAYMENT_PAGE_CHECK } from './payment-page-check.ts'
import { PAYOUT_CHECK } from './payout-check.ts'
import type { Probes } from './probes.ts'
import type { ChecklistItem } from './readiness.ts'
import { SECURITY_CHECKS } from './security-checks.server.ts'
import { SETUP_CHECKS } from './store-setup.server.ts'
import { SYSTEM_CHECKS } from './system-checks.server.ts'

const CHECKS = [
  ...SETUP_CHECKS,
  DEMO_LEFTOVERS,
  LEGAL_DUTIES,
  ...PAYMENT_CHECKS,
  PAYMENT_PAGE_CHECK,
  PAYOUT_CHECK,
  ...SYSTEM_CHECKS,
  ...SECURITY_CHECKS,
]
const CHECK_TIMEOUT_MS = 3000
const CACHE_MS = 5000

const recentResults = new WeakMap<Probes, { at: number; results: Promise<ChecklistItem[]> }>()

/** Caches results for a few seconds, so reloading the dashboard doesn't contact the mail server each time. */
export async function checkReadiness(ctx: Context): Promise<ChecklistItem[]> {
  requirePermission(ctx.actor, 'settings.edit')
  const cached = recentResults.get(ctx.probes)
  if (cached && Date.now() - cached.at < CACHE_MS) return cached.results
  const results = runChecks(ctx)
  recentResults.set(ctx.probes, { at: Date.now(), results })
  return results
}

/** Call after a fix, so the dashboard shows it immediately. */
export function clearReadinessCache({ probes }: Context): void {
  recentResults.delete(probes)
}

/** A check that throws or times out counts as incomplete. */
export async function runChecks(
  ctx: CheckContext,
  { deep = false, timeoutMs = CHECK_TIMEOUT_MS } = {},
): Promise<ChecklistItem[]> {
  const isDemo = ctx.settings.demo !== 'off'
  const checks = CHECKS.filter((check) => (deep || !check.deep) && !(isDemo && check.skipInDemo))
  return Promise.all(
    checks.map(async ({ id, title, critical, run }) => {
      const [status, description, link, details = []] = await runWithTimeout({ run }, ctx, timeoutMs)
      return {
        ...{ id, title, critical, status, description },
        ...(link && { link }),
        ...(details.length > 0 && { details }),
      }
    }),
  )
}

async function runWithTimeout(
  { run }: Pick<Check, 'run'>,
  ctx: CheckContext,
  timeoutMs: number,
): Promise<CheckResult> {
  const result = (async () => run(ctx))().catch(
    (error): CheckResult => incomplete(`The check failed: ${errorReason(error)}.`),
  )
  return inTime(result, timeoutMs, incomplete(`No response within ${timeoutMs / 1000} seconds.`))
}
