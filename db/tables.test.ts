import { globSync } from 'node:fs'
import path from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, expect } from 'vitest'
import { test } from '#test/shared-store.ts'
import type { Connection } from './connection.ts'

type ColumnInfo = {
  table: string
  column: string
  type: string
  required: boolean
  filled: boolean
  key: boolean
  words: string[]
}

/** `filled` columns have a default or an identity. */
const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attnotnull as required,
    (a.atthasdef or a.attidentity <> '') as filled,
    exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and k.conkey = array[a.attnum]) as key,
    coalesce((select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') m)
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%= ANY%'), '{}') as words
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`

const tables: PgTable[] = []
beforeAll(async () => {
  for (const file of globSync('core/**/*.table.ts')) {
    const module: Record<string, unknown> = await import(path.resolve(file))
    for (const value of Object.values(module)) if (is(value, PgTable)) tables.push(value)
  }
})

async function readColumns({ pool }: Connection): Promise<Map<string, ColumnInfo>> {
  const { rows } = await pool.query<ColumnInfo>(COLUMNS)
  return new Map(rows.map((row) => [`${row.table}.${row.column}`, row]))
}

test('every Drizzle table matches the database', async ({ connection }) => {
  const databaseColumns = await readColumns(connection)
  const tableColumns = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.map((column) => ({ at: `${name}.${column.name}`, column }))
  })
  expect(tableColumns.length).toBeGreaterThan(60)
  for (const { at: columnPath, column } of tableColumns) {
    const declared = { type: column.getSQLType(), required: column.notNull }
    const actual = databaseColumns.get(columnPath)
    expect({ at: columnPath, type: actual?.type, required: actual?.required }).toEqual({
      at: columnPath,
      ...declared,
    })
    if (column.primary) expect([columnPath, actual?.key]).toEqual([columnPath, true])
    if (column.hasDefault) expect([columnPath, actual?.filled]).toEqual([columnPath, true])
    expect([columnPath, actual?.words.toSorted()]).toEqual([
      columnPath,
      (column.enumValues ?? actual?.words ?? []).toSorted(),
    ])
  }
})

test('every required column without a default is in its Drizzle table', async ({ connection }) => {
  const databaseColumns = [...(await readColumns(connection)).values()]
  for (const table of tables) {
    const { name, columns } = getTableConfig(table)
    const columnNames = new Set(columns.map((column) => column.name))
    const requiredColumns = databaseColumns.filter(
      (column) => column.table === name && column.required && !column.filled,
    )
    expect([name, requiredColumns.filter(({ column }) => !columnNames.has(column))]).toEqual([name, []])
  }
})
