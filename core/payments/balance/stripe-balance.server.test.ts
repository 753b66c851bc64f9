import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { toPayout, toTransaction } from './stripe-balance.server.ts'

const transaction = (change: object) =>
  toTransaction({
    ...{ id: 'txn_1', object: 'balance_transaction', type: 'charge', reporting_category: 'charge' },
    ...{ amount: 9900, fee: 317, net: 9583, currency: 'usd', exchange_rate: 1.2375, source: 'ch_1' },
    ...{ available_on: 1_767_398_400, created: 1_767_225_600 },
    ...change,
  } as Stripe.BalanceTransaction)

test('a charge has its payment intent and what was captured in the currency of the payment', () => {
  const source = {
    id: 'ch_1',
    object: 'charge',
    payment_intent: 'pi_1',
    currency: 'gbp',
    amount: 9000,
    amount_captured: 8000,
  }
  expect(transaction({ source })).toEqual({
    ...{ id: 'txn_1', type: 'charge', category: 'charge', amount: 9900, fee: 317, currency: 'usd' },
    ...{ exchangeRate: 1.2375, source: 'charge', sourceId: 'ch_1', intentId: 'pi_1' },
    ...{ paidAmount: 8000, paidCurrency: 'gbp' },
    ...{ availableAt: new Date('2026-01-03T00:00:00Z'), createdAt: new Date('2026-01-01T00:00:00Z') },
  })
  const inDollars = { ...source, payment_intent: { id: 'pi_2' }, currency: 'usd' }
  expect(transaction({ source: inDollars })).toMatchObject({ intentId: 'pi_2', paidAmount: 9900 })
})

test('refunds and disputes are negative in the currency of the payment, too', () => {
  for (const object of ['refund', 'dispute']) {
    const source = { id: 'x_1', object, payment_intent: 'pi_1', currency: 'gbp', amount: 500 }
    const taken = { source: object, sourceId: 'x_1', paidAmount: -500, paidCurrency: 'gbp' }
    expect(transaction({ amount: -610, source })).toMatchObject(taken)
    expect(transaction({ amount: 610, source })).toMatchObject({ paidAmount: 500 })
  }
})

test('fees, payouts, and what isn’t expanded belong to no payment', () => {
  const none = { intentId: null, paidAmount: null, paidCurrency: null }
  expect(transaction({ source: { id: 'po_1', object: 'payout' } })).toMatchObject({
    ...{ ...none, source: 'payout', sourceId: 'po_1' },
  })
  expect(transaction({ source: null })).toMatchObject({ ...none, source: 'other', sourceId: null })
  expect(transaction({})).toMatchObject({ ...none, source: 'other', sourceId: 'ch_1' })
})

test('the transactions of a payout are listed once the provider has reconciled an automatic one', () => {
  const payout = {
    ...{ id: 'po_1', object: 'payout', amount: 9583, currency: 'usd', status: 'in_transit', automatic: true },
    ...{ reconciliation_status: 'completed', arrival_date: 1_767_398_400, created: 1_767_225_600 },
    failure_message: null,
  }
  const lists = (change: object) => toPayout({ ...payout, ...change } as Stripe.Payout).hasTransactions
  expect(lists({})).toBe(true)
  expect(lists({ reconciliation_status: 'in_progress' })).toBe(false)
  expect(lists({ automatic: false, reconciliation_status: 'not_applicable' })).toBe(false)
})
