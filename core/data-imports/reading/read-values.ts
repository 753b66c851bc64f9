import { parseWallClock } from '#core/dates.ts'

export type ReadValue<Value> = { value: Value } | { error: string }

const TIME =
  /^(?<day>(?:19[7-9]\d|20\d\d)-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d)(?::\d\d(?:\.\d{1,6})?)?)? ?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)?$/
const BAD_TIME = { error: 'Enter a date such as 2024-05-31 or 2024-05-31 14:30.' }

/** Without a zone of its own, a time is in the store's. */
export function readTime(text: string, timeZone: string): ReadValue<Date> {
  const { day, time = '00:00', zone } = TIME.exec(text)?.groups ?? {}
  if (!day || !isCalendarDay(day)) return BAD_TIME
  const local = parseWallClock(`${day}T${time}`, zone ? 'UTC' : timeZone)
  if (!local) return BAD_TIME
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? []
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return { value: new Date(local.getTime() + (sign === '-' ? offset : -offset)) }
}

/** Not February 30. */
function isCalendarDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

const BAD_AMOUNT = { error: 'Enter an amount such as 12.50.' }
const MAX_AMOUNT = 1_000_000_000

/** In minor units of a currency with so many decimals. */
export function readAmount(text: string, decimals = 2): ReadValue<number> {
  const bare = text.replace(/[\s$€£¥₹]/g, '')
  const [, sign, units = '', fraction = ''] = /^(-?)(\d{1,10})(?:\.(\d{1,6}))?$/.exec(toPlain(bare)) ?? []
  const isExact = /^0*$/.test(fraction.slice(decimals))
  if (!units || !isExact || Number(units) > MAX_AMOUNT) return BAD_AMOUNT
  const amount = Number(units + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return { value: sign && amount ? -amount : amount }
}

/** The last separator is that of decimals, and others are those of thousands. */
function toPlain(text: string): string {
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  if (/^-?\d{1,3}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return /^-?\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : text
}

export function readCount(text: string): ReadValue<number> {
  const [, digits] = /^(\d{1,9})(?:\.0+)?$/.exec(text) ?? []
  return digits ? { value: Number(digits) } : { error: 'Enter a whole number such as 12.' }
}

export const isYes = (text = '') => /^(yes|true|1|y|subscribed)$/i.test(text.trim())
