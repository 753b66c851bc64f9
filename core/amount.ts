export function parseAmount(input: string): { cents: number } | { wrong: string } {
  const text = input.trim()
  if (!text) return { wrong: 'Please enter an amount.' }
  const [, sign = '', units, decimals = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? []
  if (units === undefined) return { wrong: 'Enter a number without commas or symbols, such as 12.50 or -4.' }
  if (decimals.length > 2) return { wrong: 'Use at most two decimal places.' }
  if (units.length > 9) return { wrong: 'Use at most nine digits before the decimal point.' }
  const cents = Number(units) * 100 + Number(decimals.padEnd(2, '0'))
  return { cents: sign && cents ? -cents : cents }
}
