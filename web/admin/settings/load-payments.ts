import { WEBHOOK_PATH } from '#core/payments/provider-events.ts'
import { checkReadiness } from '#core/readiness/readiness.server.ts'
import type { AdminContext } from '../admin-context.ts'

/** Whether cards can be paid, and what to enter at the provider. */
export async function loadPayments(ctx: AdminContext) {
  const checks = await checkReadiness(ctx)
  return {
    card: ctx.settings.card,
    isDemo: ctx.settings.demo !== 'off',
    checks: checks.filter(({ id }) => id === 'payments' || id === 'webhooks'),
    webhookUrl: ctx.settings.origin + WEBHOOK_PATH,
  }
}
export type PaymentsState = Awaited<ReturnType<typeof loadPayments>>
