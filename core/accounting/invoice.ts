/** Amounts are in minor units of the order's currency; `amount` includes `tax`. */
export type CreditNote = {
  number: string
  issuedAt: Date
  amount: number
  tax: number
  /** Its refund failed after the credit note was issued. */
  voided: boolean
}

export type Invoice = { number: string; issuedAt: Date }

export type OrderInvoices = {
  /** Null until the order is paid, and for test orders. */
  invoice: Invoice | null
  creditNotes: CreditNote[]
}

const PREFIXES = { invoice: 'INV', credit_note: 'CN' } as const
export type InvoiceKind = keyof typeof PREFIXES

export function formatInvoiceNumber(kind: InvoiceKind, number: number): string {
  return `${PREFIXES[kind]}-${String(number).padStart(6, '0')}`
}
