import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BookableTransaction,
  missingLines,
  transactionKind,
  transactionLines,
} from './transaction-lines.ts'

const charge: BookableTransaction = {
  ...{ type: 'charge', source: 'charge', unmatched: false, amount: 10_000, fee: 320, rate: 1 },
  ...{ paidAmount: 10_000, orderRate: 1 },
}
const amounts = (transaction: BookableTransaction) =>
  Object.fromEntries(transactionLines(transaction).map(({ account, baseAmount }) => [account, baseAmount]))

test('of a payment, only the fee is booked: the sale has its own entry', () => {
  expect(amounts(charge)).toEqual({ processing_fees: 320, card_clearing: -320 })
  expect(amounts({ ...charge, fee: 0 })).toEqual({})
})

test('a payout goes to the bank, and comes back if it fails', () => {
  const payout = {
    ...charge,
    type: 'payout',
    source: 'payout' as const,
    amount: -9680,
    fee: 0,
    paidAmount: null,
  }
  expect(amounts(payout)).toEqual({ bank: 9680, card_clearing: -9680 })
  expect(amounts({ ...payout, fee: 97 })).toEqual({ bank: 9680, processing_fees: 97, card_clearing: -9777 })
  expect(amounts({ ...payout, type: 'payout_failure', amount: 9680 })).toEqual({
    bank: -9680,
    card_clearing: 9680,
  })
})

test('fees of the provider and of disputes are booked, and holds are not', () => {
  const other = { ...charge, source: 'other' as const, paidAmount: null, fee: 0 }
  expect(amounts({ ...other, type: 'stripe_fee', amount: -500 })).toEqual({
    ...{ processing_fees: 500, card_clearing: -500 },
  })
  const dispute = { ...charge, type: 'adjustment', source: 'dispute' as const, amount: -10_000, fee: 1500 }
  expect(amounts({ ...dispute, paidAmount: -10_000 })).toEqual({ disputes: 1500, card_clearing: -1500 })
  const hold = { ...other, type: 'reserve_hold', amount: -700 }
  expect([transactionKind(hold), amounts(hold)]).toEqual(['hold', {}])
})

test('what is not from this store is unassigned, without its fee', () => {
  expect(amounts({ ...charge, unmatched: true })).toEqual({ other: -9680, card_clearing: 9680 })
  expect(amounts({ ...charge, type: 'contribution', source: 'other', amount: -100, fee: 0 })).toEqual({
    ...{ other: 100, card_clearing: -100 },
  })
})

test('what the provider settles for another currency beyond the rate of the order is an exchange difference', () => {
  // £80.00 at 0.8 were booked as $100.00.
  const abroad = { ...charge, paidAmount: 8000, orderRate: 0.8, amount: 9900, fee: 317 }
  expect(amounts(abroad)).toEqual({ processing_fees: 317, card_clearing: -417, exchange_differences: 100 })
  const refund = { ...abroad, source: 'refund' as const, amount: -9900, paidAmount: -8000, fee: 0 }
  expect(amounts(refund)).toEqual({ card_clearing: 100, exchange_differences: -100 })
})

const anyAmount = fc.integer({ min: -5_000_000, max: 5_000_000 })
const anyTransaction: fc.Arbitrary<BookableTransaction> = fc.record({
  type: fc.constantFrom(
    'charge',
    'refund',
    'adjustment',
    'payout',
    'topup',
    'stripe_fee',
    'reserve_hold',
    'new_type',
  ),
  source: fc.constantFrom('charge', 'refund', 'dispute', 'payout', 'other'),
  unmatched: fc.boolean(),
  amount: anyAmount,
  fee: fc.integer({ min: -2000, max: 200_000 }),
  rate: fc.constantFrom(1, 0.79, 1.37, 83.5),
  paidAmount: fc.option(anyAmount),
  orderRate: fc.option(fc.constantFrom(1, 0.79, 1.37, 83.5)),
})

test('every entry balances, and booking again what is booked adds nothing', () => {
  fc.assert(
    fc.property(anyTransaction, anyTransaction, (one, other) => {
      const target = transactionLines(one)
      const booked = transactionLines(other)
      const missing = missingLines(target, booked)
      for (const lines of [target, booked, missing]) {
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
        expect(lines.reduce((sum, { baseAmount }) => sum + baseAmount, 0)).toBe(0)
      }
      expect(missingLines(target, [...booked, ...missing])).toEqual([])
    }),
  )
})
