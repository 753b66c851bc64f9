import { expect, test } from 'vitest'
import { ACCOUNT_DETAILS, ACCOUNT_KINDS, accountsOfKind, isAccount } from './accounts.ts'
import { ACCOUNTS } from './entries.ts'
import { formatInvoiceNumber } from './invoice.ts'
import { balanceSheet, isMonth, type LedgerMonth, profitAndLoss, trialBalance } from './ledger.server.ts'

const ledgerMonth = (month: string, accounts: Partial<LedgerMonth['accounts']>): LedgerMonth => ({
  ...{ month, closed: false },
  accounts: {
    ...(Object.fromEntries(ACCOUNTS.map((name) => [name, 0])) as LedgerMonth['accounts']),
    ...accounts,
  },
})

test('every account is on the balance sheet or in the profit and loss statement, once and by its own name', () => {
  expect(accountsOfKind(...ACCOUNT_KINDS)).toEqual([...ACCOUNTS])
  expect(ACCOUNT_KINDS.flatMap((kind) => accountsOfKind(kind)).toSorted()).toEqual(ACCOUNTS.toSorted())
  expect(new Set(Object.values(ACCOUNT_DETAILS).map(({ name }) => name)).size).toBe(ACCOUNTS.length)
})

test('only the names of accounts are accounts', () => {
  expect(ACCOUNTS.every(isAccount)).toBe(true)
  for (const name of ['', 'Bank', 'toString', 'petty_cash']) expect(isAccount(name), name).toBe(false)
})

test('a month is a year and one of twelve months', () => {
  expect(['2026-01', '2026-12'].map(isMonth)).toEqual([true, true])
  for (const text of ['2026-00', '2026-13', '2026-1', '26-01', '2026-01-01', 'May', ' 2026-01'])
    expect(isMonth(text), text).toBe(false)
})

test('the balance sheet carries the profit of every month, so both sides are equal', () => {
  const months = [
    ledgerMonth('2026-02', { bank: -700, rent: 700 }),
    ledgerMonth('2026-01', {
      ...{ bank: 5000, owners_capital: -4000, loans: -1000 },
      ...{ card_clearing: 1080, sales: -1100, discounts: 100, tax_payable: -80 },
    }),
  ]
  expect(trialBalance(months).sum).toBe(0)
  const { accounts, retainedProfit } = balanceSheet(months)
  expect(retainedProfit).toBe(300)
  const total = (...kinds: Parameters<typeof accountsOfKind>) =>
    accountsOfKind(...kinds).reduce((sum, name) => sum + accounts[name], 0)
  expect(total('asset')).toBe(retainedProfit - total('liability', 'equity'))
})

test('lost disputes and processing fees are fees, and what has no column is other', () => {
  const [line] = profitAndLoss([
    ledgerMonth('2026-01', {
      ...{ sales: -10_000, shipping: -1000, discounts: 500, refunds: 2000, cost_of_goods: 3000 },
      ...{ processing_fees: 300, disputes: 700, rent: 900, marketing: 50, other_income: -25, bank: 1 },
    }),
  ])
  expect(line).toEqual({
    ...{ month: '2026-01', sales: 10_500, refunds: -2000, costOfGoods: -3000, fees: -1000 },
    ...{ other: -925, profit: 3575 },
  })
})

test('invoices and credit notes are numbered with six digits or more', () => {
  expect(formatInvoiceNumber('invoice', 42)).toBe('INV-000042')
  expect(formatInvoiceNumber('credit_note', 1)).toBe('CN-000001')
  expect(formatInvoiceNumber('invoice', 12_345_678)).toBe('INV-12345678')
})
