import { sql } from 'drizzle-orm'
import { crookedBooks } from './books.server.ts'
import { ago, type Check, DAY, reasonOf } from './check.ts'
import { lastMoment } from './last-moment.server.ts'

export const MONEY_CHECKS: Check[] = [
  {
    id: 'payments',
    title: 'Card payments',
    critical: true,
    async find({ settings, payments, now }) {
      if (settings.card === 'none')
        return ['incomplete', 'Nobody can pay. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.']
      try {
        await payments?.sessionsSince(now)
      } catch (error) {
        return [
          'incomplete',
          `The card provider does not answer as it should (${reasonOf(error)}). Look at STRIPE_SECRET_KEY.`,
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
    async find(world) {
      if (world.settings.card === 'none') return ['incomplete', 'No provider is set up that could send any.']
      const last = await lastMoment(world, sql`select max(received_at) as at from provider_events`)
      const fresh = last && world.now.getTime() - last.getTime() < 2 * DAY
      try {
        await world.probes.bringWebhook()
      } catch (error) {
        const failed = `A signed message to ${world.settings.origin}/api/webhooks/stripe did not arrive (${reasonOf(error)}).`
        return fresh
          ? ['warning', `${failed} The provider’s last one did, ${ago(world, last)}.`]
          : ['incomplete', `${failed} Look at PUBLIC_URL, STRIPE_WEBHOOK_SECRET and the proxy.`]
      }
      if (last)
        return [
          'complete',
          `A signed message just arrived here; the provider’s last one came ${ago(world, last)}.`,
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
    async find({ db }) {
      const crooked = await crookedBooks(db)
      if (!crooked.length)
        return ['complete', 'Every order, payment, entry and piece of stock agrees with the others.']
      return [
        'incomplete',
        `Not so: ${crooked.join('; ')}. Restore a backup into another folder, and compare.`,
      ]
    },
  },
]
