import type { Db } from '#db/connection.ts'

/** The reasons an administrator can give. Orders write the others. */
export const STOCK_REASONS = ['received', 'counted', 'returned'] as const
export type StockReason = (typeof STOCK_REASONS)[number]
export type StockAdjustment = {
  change: number
  reason: StockReason
  note?: string | undefined
  /** A second request with the same key changes nothing. */
  key?: string | undefined
}

/** The batch that the change is for, in the transaction of the change. */
export type FindBatch = (tx: Db, change: { cause: string }) => Promise<string>
