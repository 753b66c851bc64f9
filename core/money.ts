export const CURRENCIES = ['usd', 'cad', 'gbp', 'inr'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Whole minor units of one currency. Never a float, never two currencies in one sum. */
export type Money = { amount: number; currency: Currency }

/** Money as a page or program shows it. */
export type Price = Money & { display: string }

const CURRENCY_SYMBOLS = { usd: '$', cad: 'C$', gbp: '£', inr: '₹' } as const satisfies Record<
  Currency,
  string
>

/** Half up, in whole numbers: 5 ÷ 2 is 3, and no float is ever asked. */
export function divideHalfUp(dividend: number, divisor: number): number {
  const doubled = dividend * 2 + divisor
  if (!Number.isSafeInteger(doubled)) throw new Error(`Money out of range: ${dividend} / ${divisor}`)
  return Math.floor(doubled / (divisor * 2))
}

/** India reads whole rupees in its own grouping (₹1,24,500); the others two decimals. */
export function formatMoney({ amount, currency }: Money): string {
  const sign = amount < 0 ? '-' : ''
  const units = Math.abs(amount)
  if (currency === 'inr') return `${sign}${CURRENCY_SYMBOLS.inr}${groupIndian(divideHalfUp(units, 100))}`
  return `${sign}${CURRENCY_SYMBOLS[currency]}${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`
}

/** As the books have it: thousands parted, for figures that grow long. */
export function formatFigure(money: Money): string {
  return formatMoney(money).replace(/\B(?=(\d{3})+\.)/g, ',')
}

export function toPrice(money: Money): Price {
  return { ...money, display: formatMoney(money) }
}

/** The decimal number that the public API shows beside the minor units. */
export function toDecimal(amount: number): number {
  return amount / 100
}

function groupIndian(units: number): string {
  const digits = String(units)
  if (digits.length <= 3) return digits
  const thousands = digits.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')
  return `${thousands},${digits.slice(-3)}`
}
