import type Stripe from 'stripe'
import { withProviderErrors } from '../stripe-errors.server.ts'
import { toUnixSeconds } from '../stripe-format.server.ts'
import type {
  BalanceProvider,
  BalanceQuery,
  BalanceSource,
  BalanceTransaction,
  ProviderPayout,
} from './balance-transaction.ts'

const PAGE_SIZE = 100

export function balanceCalls(stripe: Stripe): BalanceProvider {
  return {
    listBalance: (balanceQuery, after) =>
      withProviderErrors(async () => {
        const { data, has_more } = await stripe.balanceTransactions.list({
          ...listParams(balanceQuery),
          ...(after && { starting_after: after }),
          limit: PAGE_SIZE,
          expand: ['data.source'],
        })
        const last = data.at(-1)
        return { transactions: data.map(toTransaction), next: has_more && last ? last.id : null }
      }),
    payoutsSince: (since) =>
      withProviderErrors(async () => {
        const payouts: ProviderPayout[] = []
        for await (const payout of stripe.payouts.list({
          created: { gte: toUnixSeconds(since) },
          limit: PAGE_SIZE,
        }))
          payouts.push(toPayout(payout))
        return payouts
      }),
  }
}

function listParams(balanceQuery: BalanceQuery): Stripe.BalanceTransactionListParams {
  if ('payoutId' in balanceQuery) return { payout: balanceQuery.payoutId }
  const { since, until } = balanceQuery
  return { created: { gte: toUnixSeconds(since), ...(until && { lt: toUnixSeconds(until) }) } }
}

export function toTransaction(transaction: Stripe.BalanceTransaction): BalanceTransaction {
  const { id, type, reporting_category, amount, fee, currency, exchange_rate } = transaction
  const { source, available_on, created } = transaction
  return {
    ...{ id, type, category: reporting_category, amount, fee, currency, exchangeRate: exchange_rate },
    ...sourceOf(transaction, typeof source === 'string' ? null : source),
    sourceId: typeof source === 'string' ? source : (source?.id ?? null),
    availableAt: new Date(available_on * 1000),
    createdAt: new Date(created * 1000),
  }
}

type SourceFields = Pick<BalanceTransaction, 'source' | 'intentId' | 'paidAmount' | 'paidCurrency'>

function sourceOf(
  { amount, currency }: Pick<Stripe.BalanceTransaction, 'amount' | 'currency'>,
  source: Stripe.BalanceTransactionSource | null,
): SourceFields {
  // Shared by charges, refunds, and disputes. `currency` is that of the payment, not of the balance.
  const paid = (
    kind: BalanceSource,
    object: { amount: number; currency: string; payment_intent: string | { id: string } | null },
  ): SourceFields => ({
    source: kind,
    intentId:
      typeof object.payment_intent === 'string' ? object.payment_intent : (object.payment_intent?.id ?? null),
    // The balance counts a payment that is captured in part with the captured part.
    paidAmount: object.currency === currency ? amount : Math.sign(amount) * object.amount,
    paidCurrency: object.currency,
  })
  switch (source?.object) {
    case 'charge':
      return paid('charge', { ...source, amount: source.amount_captured || source.amount })
    case 'refund':
      return paid('refund', source)
    case 'dispute':
      return paid('dispute', source)
    default:
      return {
        source: source?.object === 'payout' ? 'payout' : 'other',
        ...{ intentId: null, paidAmount: null, paidCurrency: null },
      }
  }
}

export function toPayout(payout: Stripe.Payout): ProviderPayout {
  const { id, amount, currency, status, automatic, reconciliation_status, arrival_date, created } = payout
  return {
    ...{ id, amount, currency, status, isAutomatic: automatic },
    hasTransactions: automatic && reconciliation_status === 'completed',
    arrivesAt: new Date(arrival_date * 1000),
    failure: payout.failure_message,
    createdAt: new Date(created * 1000),
  }
}
