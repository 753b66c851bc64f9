import type { ClientBase } from 'pg'

export type TableRow = Record<string, unknown>

/** Inserts all rows in one statement; they must have the same columns. */
export async function insertRows(client: ClientBase, table: string, rows: TableRow[]): Promise<void> {
  if (!rows[0]) return
  const columns = Object.keys(rows[0]).join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}
