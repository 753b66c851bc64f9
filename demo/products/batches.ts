type ExpiryDays = [first: number, restock: number]

/** Products that arrive with a batch number. Their deliveries expire so many days from now. */
export const BATCHED: Record<string, ExpiryDays> = {
  'rose-hip-night-serum': [62, 540],
  'white-peony-day-cream': [330, 700],
  'vitamin-c-morning-serum': [48, 420],
  'oat-milk-cleanser': [410, 760],
  'pink-clay-mask': [280, 640],
}

/** The day of the delivery, as labs number what they fill. */
export function batchNumber(at: number): string {
  return `L${new Date(at).toISOString().slice(2, 10).replaceAll('-', '')}`
}
