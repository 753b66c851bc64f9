/** Presets of the order list, by the value of their URL parameter. The days are the store's own. */
export const ORDER_PERIODS = {
  today: { title: 'Today', days: 1 },
  '7-days': { title: 'Last 7 days', days: 7 },
  '30-days': { title: 'Last 30 days', days: 30 },
} as const
export type OrderPeriod = keyof typeof ORDER_PERIODS

/** Dates instead of a preset. */
export const CUSTOM_PERIOD = 'custom'
