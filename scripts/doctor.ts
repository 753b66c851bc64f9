import { parseArgs, styleText } from 'node:util'
import { z } from 'zod'
import { runChecks } from '#core/readiness/readiness.server.ts'
import { type ChecklistItem, hasFailures, isReady, type Readiness } from '#core/readiness/readiness.ts'
import { connect } from '#db/connection.ts'
import { StartupError } from '#db/startup-error.ts'
import { readAuthSecret } from '#server/auth-secret.ts'
import { createFileStorage } from '#server/files.ts'
import { createPayments } from '#server/payments.ts'
import { createProbes } from '#server/probes/probes.ts'
import { needsSandbox, webhookSecret } from '#server/sandbox-config.ts'
import { settingsFrom } from '#server/settings.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run doctor`: the dashboard's readiness checks plus slower ones. Exits with status 1 if a critical check fails.
 * `npm run doctor -- --on 2027-01-01` reports what products lack for the law of that day.
 */
const STATUS_SYMBOLS = {
  complete: ['✓', 'green'],
  warning: ['!', 'yellow'],
  incomplete: ['✗', 'red'],
} as const
const DEEP_CHECK_TIMEOUT_MS = 120_000

const { values: options } = parseArgs({ options: { on: { type: 'string' } } })

await runCommand({
  async run({ config, log, url }) {
    if (options.on !== undefined && !z.iso.date().safeParse(options.on).success)
      throw new StartupError('--on needs a day such as 2027-01-01.')
    const settings = { ...config, AUTH_SECRET: config.AUTH_SECRET ?? readAuthSecret(config.DATA_DIR) }
    const probeSettings = needsSandbox(settings)
      ? { ...settings, STRIPE_WEBHOOK_SECRET: webhookSecret(settings) }
      : settings
    // `pooled` removes the statement timeout, because checking all the books can take a long time.
    const { db, pool, close } = connect({ url, max: 4, pooled: true })
    const ctx = {
      db,
      log,
      now: new Date(),
      ...(options.on && { dutiesOn: options.on }),
      files: createFileStorage(config),
      settings: settingsFrom(settings),
      // Only the store's own process knows the sandbox's port.
      payments: needsSandbox(settings) ? null : createPayments(settings),
      probes: createProbes(probeSettings, pool),
    }
    const items = await runChecks(ctx, { deep: true, timeoutMs: DEEP_CHECK_TIMEOUT_MS }).finally(close)
    for (const { title, description, status, critical, details = [] } of items) {
      console.log(`${statusSymbol(status)} ${critical ? title : `${title} (not critical)`}\n  ${description}`)
      for (const { text } of details) console.log(`  - ${text}`)
    }
    console.log(`\n${verdict(items)}`)
    if (hasFailures(items)) process.exitCode = 1
  },
})

function verdict(items: ChecklistItem[]): string {
  if (hasFailures(items)) return 'Not ready. Fix the critical items marked ✗.'
  return isReady(items) ? 'Ready.' : 'Not ready to open. Nothing is broken; see the critical items marked !.'
}

function statusSymbol(status: Readiness): string {
  const [symbol, color] = STATUS_SYMBOLS[status]
  return styleText(color, symbol)
}
