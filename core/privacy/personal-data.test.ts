import { expect, test } from '#test/shared-store.ts'
import { OTHER_TABLES, PERSONAL_TABLES } from './personal-data.ts'

const REFERENCE = /email|recipient|phone|address|user_id|profile_id|actor_id|_by$|^order_id$|^session_id$/

test('every table is listed as personal or not, and every personal column as exported or withheld', async ({
  connection,
}) => {
  const { rows } = await connection.pool.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' group by 1`,
  )
  const tables = new Map(rows.map(({ table, columns }) => [table, columns]))
  expect([...Object.keys(PERSONAL_TABLES), ...Object.keys(OTHER_TABLES)].sort()).toEqual(
    [...tables.keys()].sort(),
  )
  for (const [table, { exported, withheld = {}, keeps = '' }] of Object.entries(PERSONAL_TABLES)) {
    const columns = tables.get(table) ?? []
    const exportedColumns = exported.split(' ').filter(Boolean)
    const withheldColumns = withheld['*'] ? columns : Object.keys(withheld)
    expect([...exportedColumns, ...withheldColumns].sort(), table).toEqual([...columns].sort())
    expect(
      keeps.split(' ').filter((column) => column && !columns.includes(column)),
      table,
    ).toEqual([])
  }
})

test('tables without personal data name people only in listed columns', async ({ connection }) => {
  const { rows } = await connection.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
  )
  const references = rows.filter(({ table, column }) => OTHER_TABLES[table] && REFERENCE.test(column))
  const listed = Object.entries(OTHER_TABLES).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(references.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(listed.sort())
})
