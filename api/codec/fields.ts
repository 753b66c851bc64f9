import { z } from '@hono/zod-openapi'
import { invalidInput, parseForm } from '#core/errors.ts'
import { inputSchemas, storedSchemas } from '#core/fields/field-schemas.ts'
import { type Field, type Fields, type FieldValues, type SnakeCase, snakeCase } from '#core/fields/fields.ts'
import { parseAmount, toDecimal } from '#core/money.ts'

// Declared fields in the API: in snake case, and with amounts in dollars.

type ApiSchemas<Declared extends Fields> = {
  [Name in keyof Declared & string as SnakeCase<Name>]: z.ZodType<Declared[Name]['empty']>
}
type ApiValues<Declared extends Fields> = {
  [Name in keyof Declared & string as SnakeCase<Name>]: Declared[Name]['empty']
}

export const amountInput = z.union([z.number(), z.string()]).describe('In US dollars, such as 68 or 68.50')

export function responseSchemas<Declared extends Fields>(fields: Declared): ApiSchemas<Declared> {
  return toSchemas(fields, z.number().describe('In US dollars')) as ApiSchemas<Declared>
}

/** Core checks the limits, so they are only documented here. */
export function requestSchemas<Declared extends Fields>(fields: Declared): ApiSchemas<Declared> {
  const schemas = Object.entries(toSchemas(fields, amountInput))
  const limits = Object.values(fields).map(({ maxLength }) => maxLength)
  const limited = schemas.map(([name, schema], index) => [name, schema.openapi({ maxLength: limits[index] })])
  return Object.fromEntries(limited)
}

function toSchemas(fields: Fields, amount: z.ZodType): Record<string, z.ZodType> {
  const stored: Record<string, z.ZodType> = storedSchemas(fields)
  const entries = Object.entries(fields).map(([name, { kind, empty, description }]) => {
    const ofAmount = empty === null ? amount.nullable() : amount
    const schema = kind === 'amount' ? ofAmount : (stored[name] ?? z.never())
    return [snakeCase(name), description ? schema.describe(description) : schema]
  })
  return Object.fromEntries(entries)
}

export function toApiValues<Declared extends Fields>(
  fields: Declared,
  row: FieldValues<Declared>,
): ApiValues<Declared> {
  const values: Record<string, unknown> = {}
  for (const [name, { kind }] of Object.entries<Field>(fields)) {
    const value = row[name]
    values[snakeCase(name)] = kind === 'amount' && value !== null ? toDecimal(Number(value)) : value
  }
  return values as ApiValues<Declared>
}

/** Fields that the request doesn't have are absent. `path` names their parent in errors. */
export function fromApiValues<Declared extends Fields>(
  fields: Declared,
  input: Partial<Record<keyof ApiValues<Declared>, unknown>>,
  path = '',
): Partial<FieldValues<Declared>> {
  const given: Record<string, unknown> = input
  const entries = Object.entries<Field>(fields).flatMap(([name, { kind }]) => {
    const value = given[snakeCase(name)]
    if (value === undefined) return []
    return [[name, kind === 'amount' && value !== null ? toCents(path + snakeCase(name), value) : value]]
  })
  return Object.fromEntries(entries) as Partial<FieldValues<Declared>>
}

/** Returns a function that checks the fields of a request that are saved as they are. Those that it doesn't have are absent. */
export function apiValuesParser<Declared extends Fields>(
  fields: Declared,
): (input: Partial<Record<keyof ApiValues<Declared>, unknown>>) => Partial<FieldValues<Declared>> {
  const schemas = Object.entries<z.ZodType>(inputSchemas(fields))
  const Input = z.object(
    Object.fromEntries(schemas.map(([name, schema]) => [snakeCase(name), schema.optional()])),
  )
  return (input) => fromApiValues(fields, parseForm(Input, input) as typeof input)
}

export function toCents(field: string, value: unknown): number {
  const parsed = parseAmount(String(value))
  if ('error' in parsed) throw invalidInput(field, parsed.error)
  return parsed.cents
}
