import type { Seller } from '../settings/store-settings.ts'

/** Amounts are in minor units of the order's currency; `amount` includes `tax`. */
export type CreditNote = {
  number: string
  issuedAt: Date
  amount: number
  tax: number
  /** Its refund failed after the credit note was issued. */
  voided: boolean
  /** As it was on that day. */
  seller: Seller
}

export type Invoice = { number: string; issuedAt: Date; seller: Seller }

export type OrderInvoices = {
  /** Null until the order is paid, and for test orders. */
  invoice: Invoice | null
  creditNotes: CreditNote[]
}

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

const PREFIXES: Record<InvoiceKind, string> = { invoice: 'INV', credit_note: 'CN' }

export function formatInvoiceNumber(kind: InvoiceKind, number: number): string {
  return `${PREFIXES[kind]}-${String(number).padStart(6, '0')}`
}
