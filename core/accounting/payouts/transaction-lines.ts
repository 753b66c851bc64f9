import type { BalanceSource } from '#core/payments/balance/balance-transaction.ts'
import { toBaseAmount } from '#core/pricing/quote.ts'
import type { Account, EntryLine } from '../entries.ts'

/** Moves money between the provider’s balance and the bank account. */
const TRANSFERS = ['payout', 'payout_cancel', 'payout_failure', 'topup', 'topup_reversal']
/** What the provider charges, apart from the fees of payments. */
const CHARGES_OF_PROVIDER = ['stripe_fee', 'stripe_fx_fee', 'tax_fee']
export const FEE_TYPES: readonly string[] = CHARGES_OF_PROVIDER
/** Money that the provider sets aside. It remains the store’s, and each hold is released by another transaction. */
const HOLDS = [
  ...['reserve_transaction', 'reserved_funds', 'reserve_hold', 'reserve_release'],
  ...['payment_network_reserve_hold', 'payment_network_reserve_release'],
  ...['payout_minimum_balance_hold', 'payout_minimum_balance_release'],
]

export type BookableTransaction = {
  type: string
  source: BalanceSource
  unmatched: boolean
  amount: number
  fee: number
  /** Units of the currency per US dollar. */
  rate: number
  paidAmount: number | null
  /** Of the order, if it has one. */
  orderRate: number | null
}

export type TransactionKind = 'payout' | 'fee' | 'unassigned'

export function transactionKind({ type, source, unmatched }: BookableTransaction): TransactionKind | 'hold' {
  if (TRANSFERS.includes(type)) return 'payout'
  if (HOLDS.includes(type)) return 'hold'
  if (CHARGES_OF_PROVIDER.includes(type)) return 'fee'
  return unmatched || source === 'payout' || source === 'other' ? 'unassigned' : 'fee'
}

/**
 * What the ledger must have for a transaction. The sale, refund, or lost dispute has its own entry, so this adds the fee, and
 * the difference between what the provider settled and what that entry booked at the order’s rate. What belongs to nothing in
 * the store is in an account that the bookkeeper clears. So “Card clearing” is what the provider still has.
 */
export function transactionLines(transaction: BookableTransaction): EntryLine[] {
  const { type, source, amount, fee, rate } = transaction
  const line = (account: Account, lineAmount: number): EntryLine => ({
    account,
    amount: lineAmount,
    baseAmount: toSignedBase(lineAmount, rate),
  })
  const kind = transactionKind(transaction)
  if (kind === 'unassigned') return withClearing([line('other', fee - amount)])
  const feeLine = line(source === 'dispute' ? 'disputes' : 'processing_fees', fee)
  if (kind === 'payout') return withClearing([line('bank', -amount), feeLine])
  if (kind === 'hold') return withClearing([feeLine])
  if (CHARGES_OF_PROVIDER.includes(type)) return withClearing([line('processing_fees', fee - amount)])
  return withClearing([
    feeLine,
    { account: 'exchange_differences', amount: 0, baseAmount: -exchangeDifference(transaction) },
  ])
}

/** In US cents: what the provider settled beyond what was booked. */
function exchangeDifference({ amount, rate, paidAmount, orderRate }: BookableTransaction): number {
  if (paidAmount === null || orderRate === null) return 0
  return toSignedBase(amount, rate) - toSignedBase(paidAmount, orderRate)
}

function withClearing(lines: EntryLine[]): EntryLine[] {
  const sum = (side: 'amount' | 'baseAmount') => 0 - lines.reduce((total, line) => total + line[side], 0)
  const clearing = { account: 'card_clearing' as const, amount: sum('amount'), baseAmount: sum('baseAmount') }
  return [clearing, ...lines].filter(isNotEmpty)
}

/** What is missing in the ledger, so that it ends the same however often and in whichever order this is booked. */
export function missingLines(target: EntryLine[], booked: EntryLine[]): EntryLine[] {
  const accounts = new Set([...target, ...booked].map(({ account }) => account))
  const sum = (lines: EntryLine[], account: Account, side: 'amount' | 'baseAmount') =>
    lines.reduce((total, line) => total + (line.account === account ? line[side] : 0), 0)
  return [...accounts]
    .map((account) => ({
      account,
      amount: sum(target, account, 'amount') - sum(booked, account, 'amount'),
      baseAmount: sum(target, account, 'baseAmount') - sum(booked, account, 'baseAmount'),
    }))
    .filter(isNotEmpty)
}

function toSignedBase(amount: number, rate: number): number {
  return amount < 0 ? 0 - toBaseAmount(-amount, rate) : toBaseAmount(amount, rate)
}

const isNotEmpty = ({ amount, baseAmount }: EntryLine) => amount !== 0 || baseAmount !== 0
