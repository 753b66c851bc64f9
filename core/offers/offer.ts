/** Prices and amounts of a reduction are US cents; a percentage is in hundredths of a percent. */
export type Offer = {
  id: string
  code: string
  title: string
  kind: 'percentage' | 'amount'
  value: number
  /** The undiscounted basket, in US cents, that it asks for. */
  minimum: number
}

/** A code as it was typed. */
export function normalizeCode(input: string | null | undefined): string {
  return (input ?? '').trim().toUpperCase()
}
