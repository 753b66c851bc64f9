import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { type Check, type Found, reasonOf, type World } from './check.ts'
import { MACHINE_CHECKS } from './machine-checks.server.ts'
import { MONEY_CHECKS } from './money-checks.server.ts'
import type { Probes } from './probes.ts'
import type { ChecklistItem } from './readiness.ts'
import { TRUST_CHECKS } from './trust-checks.server.ts'

const CHECKS = [...MONEY_CHECKS, ...MACHINE_CHECKS, ...TRUST_CHECKS]
const PATIENCE = 3000
const FRESH = 5000

const lately = new WeakMap<Probes, { at: number; found: Promise<ChecklistItem[]> }>()

/** Each found just now, or a few seconds ago: whoever reloads the dashboard does not ring at the mail server each time. */
export async function checkReadiness(ctx: Context): Promise<ChecklistItem[]> {
  requireRole(canAccessAdmin, ctx.actor)
  const known = lately.get(ctx.probes)
  if (known && Date.now() - known.at < FRESH) return known.found
  const found = examine(ctx)
  lately.set(ctx.probes, { at: Date.now(), found })
  return found
}

/** Something was just mended: the next look at the dashboard finds it so. */
export function lookAnew({ probes }: Context): void {
  lately.delete(probes)
}

/** What the dashboard and the doctor read. A check that fails, or takes too long, is told of as what it is about missing. */
export async function examine(
  world: World,
  { deep = false, patience = PATIENCE } = {},
): Promise<ChecklistItem[]> {
  const asked = CHECKS.filter((check) => deep || !check.deep)
  return Promise.all(
    asked.map(async ({ id, title, critical, find }) => {
      const [status, description] = await inTime({ find }, world, patience)
      return { id, title, critical, status, description }
    }),
  )
}

async function inTime({ find }: Pick<Check, 'find'>, world: World, patience: number): Promise<Found> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Found>((resolve) => {
    timer = setTimeout(
      () => resolve(['incomplete', `No answer within ${patience / 1000} seconds.`]),
      patience,
    )
  })
  const found = (async () => find(world))().catch(
    (error): Found => ['incomplete', `It failed: ${reasonOf(error)}.`],
  )
  return Promise.race([found, late]).finally(() => clearTimeout(timer))
}
