import type { ClientBase } from 'pg'

export type RowCopy = {
  table: string
  /** The rows to copy, `t`, joined with the plan of their copies, `p`. */
  from: string
  /** By default in the order of their IDs, so that new rows are neighbors in an index. */
  orderBy?: string
  /** SQL for each column that differs. Times move by `p.shift`, and all other columns are copied. */
  changes: Record<string, string>
}

type Column = { name: string; isTime: boolean }

/** Knows no columns but those that change, so a new column needs no change here. */
export async function copyRows(
  client: ClientBase,
  { table, from, orderBy = 'p.n', changes }: RowCopy,
): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `select column_name as name, data_type like 'timestamp%' as "isTime" from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'
      order by ordinal_position`,
    [table],
  )
  const toValue = ({ name, isTime }: Column) =>
    changes[name] ?? (isTime ? `t.${name} + p.shift` : `t.${name}`)
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
      select ${columns.map(toValue).join(', ')} from ${from} order by ${orderBy}`,
  )
}
