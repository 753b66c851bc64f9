export const PROFIT_COLUMNS = ['sales', 'refunds', 'costOfGoods', 'fees', 'other', 'profit'] as const

/** In US cents; expenses are negative. */
export type ProfitLine = { month: string } & Record<(typeof PROFIT_COLUMNS)[number], number>
