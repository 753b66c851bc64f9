import { z } from 'zod'
import { type Field, type Fields, mapFields, splitLines } from './fields.ts'

type Schemas<Declared extends Fields> = { [Name in keyof Declared]: z.ZodType<Declared[Name]['empty']> }

/** Check and normalize what someone enters. */
export const inputSchemas = <Declared extends Fields>(fields: Declared) =>
  mapFields(fields, inputSchema) as Schemas<Declared>

/** Match what the database returns. */
export const storedSchemas = <Declared extends Fields>(fields: Declared) =>
  mapFields(fields, storedSchema) as Schemas<Declared>

const plainText = (maxLength: number, normalize = (text: string) => text) =>
  z
    .string()
    .overwrite(normalize)
    .trim()
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .refine((text) => !text.includes('\0'), 'This text contains a character that can’t be saved. Remove it.')
const lines = z
  .array(plainText(500))
  .max(60, 'Use at most 60 lines.')
  .transform((items) => items.flatMap(splitLines))
const cents = z
  .int('Enter an amount such as 68.00.')
  .positive('Enter a price greater than zero.')
  .max(99_999_999_99, 'Enter a price of at most $99,999,999.99.')

const noDate = z.literal('').transform(() => null)

function inputSchema(field: Field): z.ZodType {
  if (field.kind === 'text') return textSchema(field)
  if (field.kind === 'lines') return lines
  if (field.kind === 'date') return z.union([z.iso.date(field.error), noDate]).nullable()
  const schema =
    field.kind === 'amount' ? cents : field.kind === 'number' ? numberSchema(field) : storedValue(field)
  return field.empty === null ? schema.nullable() : schema
}

function textSchema({ empty, required, maxLength = 0, normalize, isValid, error }: Field): z.ZodType {
  const text = plainText(maxLength, normalize)
  if (empty !== null) return required ? text.min(1, required) : text
  return text
    .nullable()
    .transform((value) => value || null)
    .refine((value) => value === null || !isValid || isValid(value), error)
}

function numberSchema({ sqlType, error, min, max }: Field): z.ZodType {
  const number = sqlType === 'integer' ? z.int(error) : z.number(error)
  const atLeast = min ? number.min(...min) : number
  return max ? atLeast.max(...max) : atLeast
}

const storedSchema = (field: Field): z.ZodType =>
  field.empty === null ? storedValue(field).nullable() : storedValue(field)

function storedValue({ kind, sqlType, choices = [], error }: Field): z.ZodType {
  if (kind === 'choice') return z.enum(choices, error)
  if (kind === 'lines') return z.array(z.string())
  if (kind === 'flag') return z.boolean()
  if (kind === 'text' || kind === 'date') return z.string()
  return sqlType === 'numeric' ? z.number() : z.int()
}
