/** Amounts are in US cents, percentages in hundredths of a percent. */
export type Offer = {
  id: string
  code: string
  title: string
  kind: 'percentage' | 'amount'
  value: number
  /** Minimum subtotal before discounts, in US cents. */
  minimum: number
}

export function normalizeCode(input: string | null | undefined): string {
  return (input ?? '').trim().toUpperCase()
}
