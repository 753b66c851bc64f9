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
