import { createHash } from 'node:crypto'
import type { QueryResult } from 'pg'
import { z } from 'zod'
import type { Db } from './connection.ts'

export type SqlValue =
  | string
  | number
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly string[]
  | readonly number[]
type SqlPart = SqlValue | Sql

/** Values become parameters, and nested SQL becomes part of the text. */
export class Sql {
  readonly strings: readonly string[]
  readonly parts: readonly SqlPart[]

  constructor(strings: readonly string[], parts: readonly SqlPart[]) {
    this.strings = strings
    this.parts = parts
  }
}

export function sql(strings: TemplateStringsArray, ...parts: SqlPart[]): Sql {
  return new Sql(strings, parts)
}

/** For constants and identifiers of our own. Never pass text that a user typed. */
sql.raw = (text: string): Sql => new Sql([text], [])

sql.join = (parts: readonly SqlPart[], separator: string): Sql => {
  const between = parts.slice(1).map(() => separator)
  return parts.length ? new Sql(['', ...between, ''], parts) : sql.raw('')
}

/** Pass rows as one parameter, and read them with `json_to_recordset`. */
sql.json = (value: unknown): string => JSON.stringify(value)

type QueryOptions = {
  /** False for lists whose best plan depends on the values. */
  prepare?: boolean
}

/** Reads rows. Outside production, each row must match the schema exactly. */
export function query<Schema extends z.ZodType>(db: Db, row: Schema, options?: QueryOptions) {
  return async (strings: TemplateStringsArray, ...parts: SqlPart[]): Promise<z.infer<Schema>[]> => {
    const statement = new Sql(strings, parts)
    const { rows } = await run(db, statement, options)
    return checksRows ? rows.map((candidate) => checkRow(row, candidate, statement)) : rows
  }
}

/** Reads the values of a statement's only column. */
export function queryColumn<Schema extends z.ZodType>(db: Db, value: Schema, options?: QueryOptions) {
  const hasOneColumn = (row: object) => Object.keys(row).length === 1
  const readRows = query(db, z.record(z.string(), value).refine(hasOneColumn, 'Expected one column'), options)
  return async (...statement: Parameters<typeof readRows>): Promise<z.infer<Schema>[]> =>
    (await readRows(...statement)).flatMap((row) => Object.values(row))
}

/** Returns the number of rows that the statement wrote or found. */
export function execute(db: Db) {
  return async (strings: TemplateStringsArray, ...parts: SqlPart[]): Promise<number> =>
    (await run(db, new Sql(strings, parts))).rowCount ?? 0
}

const checksRows = process.env.NODE_ENV !== 'production'

function checkRow<Schema extends z.ZodType>(
  row: Schema,
  candidate: unknown,
  statement: Sql,
): z.infer<Schema> {
  const checked = row.safeParse(candidate)
  if (checked.success) return checked.data
  throw new Error(`A row doesn’t match its schema: ${checked.error.message}\n${compile(statement).text}`)
}

async function run(db: Db, statement: Sql, { prepare = true }: QueryOptions = {}): Promise<QueryResult> {
  const { text, values } = compile(statement)
  try {
    return await db.run({ text, values, name: prepare ? nameOf(text) : undefined })
  } catch (error) {
    // For the log. The values may be personal, so they stay out.
    throw error instanceof Error ? Object.assign(error, { query: text }) : error
  }
}

export function compile(statement: Sql): { text: string; values: SqlValue[] } {
  const values: SqlValue[] = []
  return { text: toText(statement, values), values }
}

function toText({ strings, parts }: Sql, values: SqlValue[]): string {
  let text = strings[0] ?? ''
  for (const [index, part] of parts.entries()) {
    text += part instanceof Sql ? toText(part, values) : `$${values.push(part)}`
    text += strings[index + 1]
  }
  return text
}

const names = new Map<string, string>()

/** The same text has the same name on every connection, so each connection prepares it once. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}
