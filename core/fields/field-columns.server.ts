import { type Sql, type SqlValue, sql } from '#db/sql.ts'
import { type Field, type Fields, snakeCase } from './fields.ts'

const list = (fields: Fields, write: (column: string, name: string, field: Field) => string): Sql =>
  sql.raw(
    Object.entries(fields)
      .map(([name, field]) => write(snakeCase(name), `"${name}"`, field))
      .join(', '),
  )

/** For an insert: `name, original_price`. */
export const columnNames = (fields: Fields): Sql => list(fields, (column) => column)

/** For `json_to_recordset`: `"name" text, "originalPrice" bigint`. */
export const recordColumns = (fields: Fields): Sql =>
  list(fields, (_, name, { sqlType }) => `${name} ${sqlType}`)

/** The values of such a record: `r."name", r."originalPrice"`. */
export const recordValues = (fields: Fields, record: string): Sql =>
  list(fields, (_, name) => `${record}.${name}`)

/** Arrays are read as JSON, because the driver parses array text character by character, and a page of 24 products has 72. */
export const selectFields = (fields: Fields, table: string): Sql =>
  list(fields, (column, name, { sqlType }) => {
    const value = `${table}.${column}`
    const converted =
      sqlType === 'text[]' ? `to_json(${value})` : sqlType === 'numeric' ? `${value}::float8` : value
    return `${converted} as ${name}`
  })

/** For an update of the fields that `change` has: `full_name = $1`. */
export const assignments = (fields: Fields, change: Record<string, SqlValue | undefined>): Sql[] =>
  Object.keys(fields).flatMap((name) => {
    const value = change[name]
    return value === undefined ? [] : sql`${sql.raw(snakeCase(name))} = ${value}`
  })
