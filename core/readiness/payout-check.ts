import { readBalanceState } from '#core/accounting/payouts/balance-state.server.ts'
import { readDifferences } from '#core/accounting/payouts/differences.server.ts'
import { DAY_MS } from '../time-units.ts'
import { type Check, complete, incomplete, timeAgo, warning } from './check.ts'

const LINK = { to: 'accounting/payouts', label: 'Open the payouts' }

export const PAYOUT_CHECK: Check = {
  id: 'payouts',
  title: 'Payouts',
  critical: true,
  async run(ctx) {
    if (ctx.settings.card === 'none') return complete('There are no payouts: no card provider is set up.')
    const { until, failure } = await readBalanceState(ctx.db)
    if (failure)
      return warning(
        `The card provider’s transactions can’t be read (${failure.replace(/\.$/, '')}). If the key is restricted, allow it to read balance transactions and payouts.`,
        LINK,
      )
    if (!until) return complete('The card provider’s transactions are read every hour.')
    const { differences, unmatched } = await readDifferences(ctx.db, ctx.now)
    if (differences.length) {
      const examples = differences.slice(0, 3).map(({ text }) => text)
      return incomplete(`${examples.join('. ')}. Compare them in the provider’s dashboard.`, LINK)
    }
    if (ctx.now.getTime() - until.getTime() > DAY_MS)
      return warning(`The card provider’s transactions were last read ${timeAgo(ctx, until)}.`, LINK)
    const others = unmatched ? ` ${unmatched} of its transactions are not from this store.` : ''
    return complete(`Payments and refunds match the card provider’s transactions.${others}`)
  },
}
