import { z } from 'zod'
import { queryColumn } from '#db/sql.ts'
import { WEBHOOK_PATH } from '../payments/provider-events.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { DAY_MS } from '../time-units.ts'
import { findDiscrepancies } from './books-consistency.server.ts'
import { type Check, complete, errorReason, incomplete, timeAgo, warning } from './check.ts'
import { findProviderDifferences } from './provider-records.server.ts'

export const PAYMENT_CHECKS: Check[] = [
  {
    id: 'payments',
    title: 'Card payments',
    critical: true,
    async run({ db, settings, payments, now }) {
      if (settings.card === 'none')
        return incomplete('Customers can’t pay by card. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.')
      try {
        await payments?.sessionsSince(now)
      } catch (error) {
        return incomplete(
          `A request to the card provider failed (${errorReason(error)}). Check STRIPE_SECRET_KEY.`,
        )
      }
      const { form } = (await readStoreSettings(db)).payments
      if (form === 'store' && !payments?.library)
        return warning(
          'Shoppers pay on the provider’s page: its form can’t be shown in the store. Set STRIPE_PUBLISHABLE_KEY, or choose the provider’s page in Settings.',
          { to: 'settings/payments', label: 'Open the settings' },
        )
      if (settings.card === 'live') return complete('Live keys are set, and the card provider is responding.')
      return warning('Test or sandbox keys are set, so no card is charged. Set live keys before you open.')
    },
  },
  {
    id: 'webhooks',
    title: 'Payment webhooks',
    critical: true,
    async run(ctx) {
      if (ctx.settings.card === 'none') return incomplete('No card provider is set up.')
      const [last] = await queryColumn(ctx.db, z.date().nullable())`
        select max(received_at) as at from provider_events`
      const isRecent = last && ctx.now.getTime() - last.getTime() < 2 * DAY_MS
      try {
        await ctx.probes.sendTestWebhook()
      } catch (error) {
        const message = `A test webhook to ${ctx.settings.origin}${WEBHOOK_PATH} did not arrive (${errorReason(error)}).`
        return isRecent
          ? warning(`${message} The card provider’s last webhook arrived ${timeAgo(ctx, last)}.`)
          : incomplete(`${message} Check PUBLIC_URL, STRIPE_WEBHOOK_SECRET, and your proxy.`)
      }
      if (last)
        return complete(
          `A test webhook arrived. The card provider’s last webhook arrived ${timeAgo(ctx, last)}.`,
        )
      return warning(
        'A test webhook arrived, but none from the card provider yet. Pay for an order to check that one arrives.',
      )
    },
  },
  {
    id: 'provider',
    title: 'Card provider’s records',
    critical: true,
    deep: true,
    async run({ db, payments, now }) {
      if (!payments) return complete('There are no other records: no card provider is set up.')
      const differences = await findProviderDifferences(db, payments, now)
      if (!differences.length) return complete('The card provider’s payments and refunds match the store’s.')
      return incomplete(`${differences.slice(0, 5).join('. ')}. Compare them in the provider’s dashboard.`, {
        to: 'orders',
        label: 'Open the orders',
      })
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
        return complete('Orders, payments, accounting entries, and stock are consistent.')
      return incomplete(`${discrepancies.join('. ')}. Restore a backup to another folder and compare.`, {
        to: 'accounting/ledger',
        label: 'Open the ledger',
      })
    },
  },
]
