import type { Client } from 'pg'

export type DatabaseTable = { schema: string; name: string; columns: string[]; order: string[] }
export type DatabaseSequence = { schema: string; name: string; last: number | null }

/** Store, job queue, and card provider simulator. */
export const SCHEMAS = ['public', 'graphile_worker', 'sandbox']

// Holds transaction IDs, which mean nothing on another server.
const TRANSIENT_TABLES = ['catalog_changes']

// Rows come in the same order under every locale, so a table's checksum is the same on every server.
const TABLES_SQL = `
  select n.nspname as schema, c.relname as name,
    (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select array_agg(quote_ident(a.attname) || case when a.attcollation <> 0 and not d.plain then ' collate "C"' else '' end
        order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary), array['t::text collate "C"']) as order
  from pg_class c join pg_namespace n on n.oid = c.relnamespace,
    (select datlocprovider = 'b' or datcollate ~ '^(C|POSIX)' as plain from pg_database where datname = current_database()) d
  where c.relkind = 'r' and n.nspname = any ($1) and c.relname <> all ($2)
    and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
  order by 1, 2`

export async function listTables(client: Client): Promise<DatabaseTable[]> {
  return (await client.query<DatabaseTable>(TABLES_SQL, [SCHEMAS, TRANSIENT_TABLES])).rows
}

export async function listSequences(client: Client): Promise<DatabaseSequence[]> {
  const { rows } = await client.query<DatabaseSequence>(
    `select schemaname as schema, sequencename as name, last_value::float8 as last from pg_sequences
     where schemaname = any ($1) order by 1, 2`,
    [SCHEMAS],
  )
  return rows
}

export const quotedName = ({ schema, name }: { schema: string; name: string }) => `"${schema}"."${name}"`

export function copyTableSql(table: DatabaseTable): string {
  const columns = table.columns.join(', ')
  return `copy (select ${columns} from ${quotedName(table)} t order by ${table.order.join(', ')}) to stdout`
}

/** Makes every server write and read COPY text the same way. */
export async function normalizeSession(client: Client): Promise<void> {
  await client.query(`set client_encoding = 'UTF8'; set datestyle = 'ISO, MDY'; set timezone = 'UTC';
    set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'; set xmloption = 'content';
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s'`)
}
