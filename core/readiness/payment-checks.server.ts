import { sql } from 'drizzle-orm'
import { findDiscrepancies } from './books-consistency.server.ts'
import { type Check, DAY_MS, errorReason, timeAgo } from './check.ts'
import { queryTimestamp } from './query-timestamp.server.ts'

export const PAYMENT_CHECKS: Check[] = [
  {
    id: 'payments',
    title: 'Card payments',
    critical: true,
    async run({ settings, payments, now }) {
      if (settings.card === 'none')
        return ['incomplete', 'Nobody can pay. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.']
      try {
        await payments?.sessionsSince(now)
      } catch (error) {
        return [
          'incomplete',
          `The card provider does not answer as it should (${errorReason(error)}). Look at STRIPE_SECRET_KEY.`,
        ]
      }
      if (settings.card === 'live')
        return ['complete', 'Cards are charged with live keys; the provider just answered.']
      return [
        'warning',
        'Test or sandbox keys are in use: no card is charged. Set live keys before you open.',
      ]
    },
  },
  {
    id: 'webhooks',
    title: 'Word from the card provider',
    critical: true,
    async run(ctx) {
      if (ctx.settings.card === 'none') return ['incomplete', 'No provider is set up that could send any.']
      const last = await queryTimestamp(ctx, sql`select max(received_at) as at from provider_events`)
      const isRecent = last && ctx.now.getTime() - last.getTime() < 2 * DAY_MS
      try {
        await ctx.probes.sendTestWebhook()
      } catch (error) {
        const message = `A signed message to ${ctx.settings.origin}/api/webhooks/stripe did not arrive (${errorReason(error)}).`
        return isRecent
          ? ['warning', `${message} The provider’s last one did, ${timeAgo(ctx, last)}.`]
          : ['incomplete', `${message} Look at PUBLIC_URL, STRIPE_WEBHOOK_SECRET and the proxy.`]
      }
      if (last)
        return [
          'complete',
          `A signed message just arrived here; the provider’s last one came ${timeAgo(ctx, last)}.`,
        ]
      return [
        'warning',
        'A message of our own arrived, none of the provider yet. Pay one order, and see that it comes.',
      ]
    },
  },
  {
    id: 'books',
    title: 'Books and stock',
    critical: true,
    deep: true,
    async run({ db }) {
      const discrepancies = await findDiscrepancies(db)
      if (!discrepancies.length)
        return ['complete', 'Every order, payment, entry and piece of stock agrees with the others.']
      return [
        'incomplete',
        `Not so: ${discrepancies.join('; ')}. Restore a backup into another folder, and compare.`,
      ]
    },
  },
]
