export const CURRENCIES = ['usd', 'cad', 'gbp', 'inr'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Whole minor units of one currency, never a float. */
export type Money = { amount: number; currency: Currency }

export type Price = Money & { display: string }

const CURRENCY_SYMBOLS = { usd: '$', cad: 'C$', gbp: '£', inr: '₹' } as const satisfies Record<
  Currency,
  string
>

/** Rounds half up in whole numbers, without floats: 5 / 2 is 3. */
export function divideHalfUp(dividend: number, divisor: number): number {
  const doubled = dividend * 2 + divisor
  if (!Number.isSafeInteger(doubled)) throw new Error(`Money out of range: ${dividend} / ${divisor}`)
  return Math.floor(doubled / (divisor * 2))
}

/** `amount × part ÷ whole`, rounded half up. BigInt for products that exceed a double's integer range. */
export function prorate(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0
  const doubled = 2 * amount * part + whole
  if (Number.isSafeInteger(doubled)) return Math.floor(doubled / (2 * whole))
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}

/** Rupees are whole, in Indian grouping (₹1,24,500); other currencies have two decimals. */
export function formatMoney({ amount, currency }: Money): string {
  const sign = amount < 0 ? '-' : ''
  const units = Math.abs(amount)
  if (currency === 'inr') return `${sign}${CURRENCY_SYMBOLS.inr}${groupIndian(divideHalfUp(units, 100))}`
  return `${sign}${CURRENCY_SYMBOLS[currency]}${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`
}

export function formatFigure(money: Money): string {
  return formatMoney(money).replace(/\B(?=(\d{3})+\.)/g, ',')
}

export function toPrice(money: Money): Price {
  return { ...money, display: formatMoney(money) }
}

export function toDecimal(amount: number): number {
  return amount / 100
}

/** `1250` as 12.50, for input fields and files. */
export function decimalText(amount: number): string {
  return toDecimal(amount).toFixed(2)
}

/** Reads what `decimalText` writes, and what people type. */
export function parseAmount(input: string): { cents: number } | { error: string } {
  const text = input.trim()
  if (!text) return { error: 'Please enter an amount.' }
  const [, sign = '', units, decimals = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? []
  if (units === undefined) return { error: 'Enter a number without commas or symbols, such as 12.50 or -4.' }
  if (decimals.length > 2) return { error: 'Use at most two decimal places.' }
  if (units.length > 9) return { error: 'Enter an amount of at most 999,999,999.99.' }
  const cents = Number(units) * 100 + Number(decimals.padEnd(2, '0'))
  return { cents: sign && cents ? -cents : cents }
}

function groupIndian(units: number): string {
  const digits = String(units)
  if (digits.length <= 3) return digits
  const thousands = digits.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')
  return `${thousands},${digits.slice(-3)}`
}
