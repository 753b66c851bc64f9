import { decimalText, parseAmount } from '#core/money.ts'
import type { FieldKind, SettingField } from './topic.ts'

type Parsed = { value: unknown } | { error: string }

export function displayedText(settings: object, { name, kind }: SettingField): string {
  const value = name
    .split('.')
    .reduce<unknown>((tree, step) => (tree as Record<string, unknown> | null)?.[step], settings)
  return toText(kind, value)
}

/** As it is typed, and as the form shows it. */
export function toText(kind: FieldKind, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'money') return decimalText(Number(value))
  if (kind === 'percent') return String(Number(value) / 100)
  if (kind === 'switch') return value ? 'on' : ''
  if (kind === 'amounts' && Array.isArray(value))
    return value.map((cents: number) => (cents % 100 ? decimalText(cents) : String(cents / 100))).join(', ')
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n')
  return String(value)
}

/** Limits are checked by `StoreSettings`. */
export function parseText(kind: FieldKind, text: string): Parsed {
  switch (kind) {
    case 'money': {
      const amount = parseAmount(text)
      return 'error' in amount ? amount : { value: amount.cents }
    }
    case 'percent':
      return parseNumber(
        text.trimEnd().replace(/%$/, ''),
        'Enter a percentage, such as 8 or 8.25.',
        toHundredths,
      )
    case 'rate':
      return parseNumber(text, 'Enter a rate, such as 1.35.')
    case 'number':
      return parseNumber(text, 'Enter a whole number, such as 5.')
    case 'optionalNumber':
      return text ? parseText('number', text) : { value: null }
    case 'amounts':
      return parseAmounts(text)
    case 'switch':
      return { value: text === 'on' }
    case 'included':
      return { value: text === 'true' }
    case 'lines':
      return {
        value: text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      }
    case 'logo':
    case 'picture':
      return { value: text || null }
    default:
      return { value: text }
  }
}

/** Such as “25, 50, 100”. */
function parseAmounts(text: string): Parsed {
  const amounts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(parseAmount)
  const failed = amounts.find((amount) => 'error' in amount)
  if (failed) return { error: 'Enter amounts separated by commas, such as 25, 50, 100.' }
  return { value: amounts.flatMap((amount) => ('cents' in amount ? [amount.cents] : [])) }
}

function parseNumber(text: string, error: string, convert = (number: number) => number): Parsed {
  return /^-?\d{1,9}(\.\d{1,9})?$/.test(text) ? { value: convert(Number(text)) } : { error }
}

/** Without the errors of binary fractions: 8.2 × 100 is 819.9999999999999. */
const toHundredths = (number: number) => Number((number * 100).toFixed(7))
