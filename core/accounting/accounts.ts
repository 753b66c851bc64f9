import { ACCOUNTS, type Account } from './entries.ts'

export const ACCOUNT_KINDS = ['asset', 'liability', 'equity', 'income', 'expense'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** Accounts that reduce another, such as discounts, have the kind of that account. */
export const ACCOUNT_DETAILS: Record<Account, { name: string; kind: AccountKind }> = {
  bank: { name: 'Bank', kind: 'asset' },
  card_clearing: { name: 'Card clearing', kind: 'asset' },
  inventory: { name: 'Inventory', kind: 'asset' },
  gift_cards: { name: 'Gift cards and store credit', kind: 'liability' },
  tax_payable: { name: 'Tax payable', kind: 'liability' },
  loans: { name: 'Loans', kind: 'liability' },
  owners_capital: { name: 'Owner’s capital', kind: 'equity' },
  owners_drawings: { name: 'Owner’s drawings', kind: 'equity' },
  sales: { name: 'Sales', kind: 'income' },
  discounts: { name: 'Discounts', kind: 'income' },
  shipping: { name: 'Shipping', kind: 'income' },
  refunds: { name: 'Refunds', kind: 'income' },
  other_income: { name: 'Other income', kind: 'income' },
  cost_of_goods: { name: 'Cost of goods', kind: 'expense' },
  processing_fees: { name: 'Processing fees', kind: 'expense' },
  disputes: { name: 'Disputes', kind: 'expense' },
  // What payments in other currencies brought in less, or more, than the store’s exchange rate.
  exchange_differences: { name: 'Exchange differences', kind: 'expense' },
  rent: { name: 'Rent', kind: 'expense' },
  marketing: { name: 'Marketing', kind: 'expense' },
  other_expenses: { name: 'Other expenses', kind: 'expense' },
  // Entries that name no account: negative amounts are expenses.
  other: { name: 'Unassigned', kind: 'expense' },
}

export function isAccount(name: string): name is Account {
  return (ACCOUNTS as readonly string[]).includes(name)
}

export function accountsOfKind(...kinds: AccountKind[]): Account[] {
  return ACCOUNTS.filter((account) => kinds.includes(ACCOUNT_DETAILS[account].kind))
}
