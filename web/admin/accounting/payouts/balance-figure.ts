import { CURRENCIES, formatFigure } from '#core/money.ts'

/** The provider may settle in a currency that the store doesn’t sell in. */
export function balanceFigure(amount: number, code: string): string {
  const currency = CURRENCIES.find((known) => known === code)
  if (currency) return formatFigure({ amount, currency })
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
