import type { z } from '@hono/zod-openapi'
import { type SnakeCase, snakeCase } from '#core/fields/fields.ts'

// Core's names are in camel case, the API's in snake case. Times are text in the API. Nested objects aren't converted.

type ApiValue<Value> = Value extends Date ? string : Value
type ApiRow<Row> = { [Name in keyof Row as SnakeCase<Name & string>]: ApiValue<Row[Name]> }
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name
type CoreInput<Body> = { [Name in keyof Body as CamelCase<Name & string>]: Exclude<Body[Name], undefined> }

export function toApiRow<Row extends object>(row: Row): ApiRow<Row> {
  const entries = Object.entries(row).map(([name, value]) => [
    snakeCase(name),
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(entries)
}

/** The fields of a response, without any other that the row has. A missing one is a type error. */
export function toResponse<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  row: z.infer<z.ZodObject<Shape>>,
): z.infer<z.ZodObject<Shape>> {
  return schema.parse(row)
}

/** Fields that the request doesn't have are absent. */
export function fromApiBody<Body extends object>(body: Body): CoreInput<Body> {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [camelCase(name), value])) as CoreInput<Body>
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Core's schemas under the API's names. */
export function toApiShape<Shape extends z.ZodRawShape>(
  shape: Shape,
): { [Name in keyof Shape as SnakeCase<Name & string>]: Shape[Name] } {
  const entries = Object.entries(shape).map(([name, schema]) => [snakeCase(name), schema])
  return Object.fromEntries(entries)
}
