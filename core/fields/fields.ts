import { parseAmount } from '#core/money.ts'

/**
 * A field that is declared once. Its schemas (`field-schemas.ts`), SQL columns (`fields.server.ts`), inputs, CSV column,
 * and name in the API follow from the declaration.
 */
export type Field<Value = unknown> = Options & {
  kind: 'text' | 'lines' | 'amount' | 'number' | 'date' | 'choice' | 'flag'
  sqlType: 'text' | 'text[]' | 'bigint' | 'integer' | 'numeric' | 'date' | 'boolean'
  empty: Value
  /** In a form and in a CSV file. */
  format(value: Value): string
  /** Reads what `format` writes. The value must still match the field's schema. */
  parse(text: string): { value: unknown } | { error: string }
}

type Options = {
  label: string
  hint?: string
  seenBy: 'everyone' | 'staff'
  /** The header in CSV files if it isn't the column's name. Null if another field's column has it. */
  csv?: string | null
  /** In the API's documentation. */
  description?: string
  /** The error if it is empty. */
  required?: string
  maxLength?: number
  normalize?: (text: string) => string
  isValid?: (text: string) => boolean
  /** If it can't be read, or isn't valid. */
  error?: string
  pattern?: RegExp
  min?: readonly [number, string]
  max?: readonly [number, string]
  choices?: readonly string[]
}

export type Fields = Record<string, Field>
export type FieldValues<Declared extends Fields> = { [Name in keyof Declared]: Declared[Name]['empty'] }

export function textField<Given extends Options & { maxLength: number }>(
  given: Given,
): Field<string> & Given {
  return { ...given, kind: 'text', sqlType: 'text', empty: '', format: String, parse: (value) => ({ value }) }
}

/** Empty text is null. */
export function optionalTextField<Given extends Options & { maxLength: number }>(
  given: Given,
): Field<string | null> & Given {
  const parse = (text: string) => ({ value: text || null })
  return { ...given, kind: 'text', sqlType: 'text', empty: null, format: (text) => text ?? '', parse }
}

export function linesField<Given extends Options>(given: Given): Field<string[]> & Given {
  const parse = (text: string) => ({ value: splitLines(text) })
  return { ...given, kind: 'lines', sqlType: 'text[]', empty: [], format: (lines) => lines.join('\n'), parse }
}

export const splitLines = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** A price in US cents. */
export function amountField<Given extends Options>(given: Given): Field<number> & Given {
  const format = (cents: number) => (cents ? formatCents(cents) : '')
  return { ...given, kind: 'amount', sqlType: 'bigint', empty: 0, format, parse: parseCents }
}

export function optionalAmountField<Given extends Options>(given: Given): Field<number | null> & Given {
  const format = (cents: number | null) => (cents === null ? '' : formatCents(cents))
  const parse = (text: string) => (text ? parseCents(text) : { value: null })
  return { ...given, kind: 'amount', sqlType: 'bigint', empty: null, format, parse }
}

const formatCents = (cents: number) => (cents / 100).toFixed(2)

function parseCents(text: string) {
  const amount = parseAmount(text)
  return 'error' in amount ? amount : { value: amount.cents }
}

type NumberOptions = Options & { pattern: RegExp; error: string }

/** `pattern` matches text that begins with the number. */
export function optionalNumberField<Given extends NumberOptions>(
  sqlType: 'integer' | 'numeric',
  given: Given,
): Field<number | null> & Given {
  const { pattern, error } = given
  return {
    ...given,
    ...{ kind: 'number', sqlType, empty: null },
    format: (number) => (number === null ? '' : String(number)),
    parse: (text) =>
      text && !pattern.test(text) ? { error } : { value: text ? Number.parseFloat(text) : null },
  }
}

/** A day, such as 1990-04-23. */
export function optionalDateField<Given extends Options & { error: string }>(
  given: Given,
): Field<string | null> & Given {
  const parse = (text: string) => ({ value: text || null })
  return { ...given, kind: 'date', sqlType: 'date', empty: null, format: (date) => date ?? '', parse }
}

/** If `empty` is null, no choice is a choice too. */
export function choiceField<Choice extends string, Empty extends Choice | null, Given extends Options>(
  choices: readonly [Choice, ...Choice[]],
  empty: Empty,
  given: Given & { error: string },
): Field<Choice | Extract<Empty, null>> & Given {
  const known = (text: string) => choices.find((choice) => choice.toLowerCase() === text.toLowerCase())
  return {
    ...{ ...given, choices, kind: 'choice', sqlType: 'text' },
    empty: empty as Choice | Extract<Empty, null>,
    format: (choice) => choice ?? '',
    parse: (text) =>
      known(text) || (!text && empty === null) ? { value: known(text) ?? null } : { error: given.error },
  }
}

const YES = ['yes', 'true', '1']
const NO = ['no', 'false', '0']

export function flagField<Given extends Options>(given: Given): Field<boolean> & Given {
  return {
    ...{ ...given, kind: 'flag', sqlType: 'boolean', empty: false },
    format: (flag) => (flag ? 'yes' : 'no'),
    parse(text) {
      const isYes = YES.includes(text.toLowerCase())
      return isYes || NO.includes(text.toLowerCase()) ? { value: isYes } : { error: 'Use yes or no.' }
    },
  }
}

export function mapFields<Declared extends Fields, Value>(
  fields: Declared,
  convert: (field: Field, name: string) => Value,
): Record<keyof Declared, Value> {
  // Objects from Object.fromEntries are slower to create and to write as JSON.
  const mapped: Record<string, Value> = {}
  for (const [name, field] of Object.entries(fields)) mapped[name] = convert(field, name)
  return mapped as Record<keyof Declared, Value>
}

export const emptyValues = <Declared extends Fields>(fields: Declared) =>
  mapFields(fields, ({ empty }) => empty) as FieldValues<Declared>

/** The values of the declared fields, without anything else that the row has. */
export const pickValues = <Declared extends Fields>(fields: Declared, row: FieldValues<Declared>) =>
  mapFields(fields, (_, name) => row[name]) as FieldValues<Declared>

export function pickFields<Declared extends Fields, Name extends keyof Declared>(
  fields: Declared,
  names: readonly Name[],
): Pick<Declared, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Declared, Name>
}

export function omitFields<Declared extends Fields, Name extends keyof Declared>(
  fields: Declared,
  names: readonly Name[],
): Omit<Declared, Name> {
  const others = Object.entries(fields).filter(([name]) => !names.some((omitted) => omitted === name))
  return Object.fromEntries(others) as Omit<Declared, Name>
}

type StaffName<Declared extends Fields> = {
  [Name in keyof Declared]: Declared[Name] extends { seenBy: 'everyone' } ? never : Name
}[keyof Declared]

/** What everyone sees. */
export function publicFields<Declared extends Fields>(fields: Declared): Omit<Declared, StaffName<Declared>> {
  const isHidden = (name: keyof Declared): name is StaffName<Declared> => fields[name]?.seenBy !== 'everyone'
  return omitFields(fields, (Object.keys(fields) as (keyof Declared)[]).filter(isHidden))
}

export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

const snakeCaseNames = new Map<string, string>()

/** The name of a declared field's column, and of the field in the API. */
export function snakeCase(name: string): string {
  const known = snakeCaseNames.get(name)
  if (known) return known
  const converted = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakeCaseNames.set(name, converted)
  return converted
}
