/** Why an administrator changes stock; the others are written by orders alone. */
export const STOCK_REASONS = ['received', 'counted', 'returned'] as const
export type StockReason = (typeof STOCK_REASONS)[number]
export type StockAdjustment = { change: number; reason: StockReason; note?: string | undefined }

export type StockMovement = {
  id: number
  change: number
  reason: string
  orderNumber: string | null
  by: string | null
  note: string | null
  at: string
}
