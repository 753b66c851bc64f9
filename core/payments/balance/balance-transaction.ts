/** A change of the provider’s balance. Amounts are in the currency that the provider settles in, negative if they reduce it. */
export type BalanceTransaction = {
  id: string
  /** The provider’s word, such as `charge`, `refund`, `adjustment`, `stripe_fee`, or `payout`. */
  type: string
  /** The provider’s class for bookkeeping, such as `charge` or `dispute`. */
  category: string
  amount: number
  /** Positive; the balance changes by the amount without it. */
  fee: number
  currency: string
  exchangeRate: number | null
  source: BalanceSource
  sourceId: string | null
  intentId: string | null
  /** In the currency of the payment, with the sign of `amount`. Null for what isn’t a payment, refund, or dispute. */
  paidAmount: number | null
  paidCurrency: string | null
  /** When the provider can pay it out. */
  availableAt: Date
  createdAt: Date
}

export const BALANCE_SOURCES = ['charge', 'refund', 'dispute', 'payout', 'other'] as const
export type BalanceSource = (typeof BALANCE_SOURCES)[number]

export type ProviderPayout = {
  id: string
  amount: number
  currency: string
  /** The provider’s word: `pending`, `in_transit`, `paid`, `failed`, or `canceled`. */
  status: string
  /** Whether the provider says which transactions it pays out. It does so only for automatic payouts. */
  hasTransactions: boolean
  isAutomatic: boolean
  arrivesAt: Date
  failure: string | null
  createdAt: Date
}

export type BalanceQuery = { since: Date; until: Date | null } | { payoutId: string }
export type BalancePage = { transactions: BalanceTransaction[]; next: string | null }

/** Part of the payment provider. */
export type BalanceProvider = {
  /** One page, newest first. The next one starts after the ID in `next`. */
  listBalance(balanceQuery: BalanceQuery, after?: string): Promise<BalancePage>
  payoutsSince(since: Date): Promise<ProviderPayout[]>
}
