import type { Client } from 'pg'

/**
 * Adds `test_support.reset()`, which restores the rows that the database has now: rows are deleted and inserted without
 * triggers.
 */
export async function addReset(
  client: Client,
  { except, restartSequences = true }: { except?: RegExp; restartSequences?: boolean } = {},
): Promise<void> {
  await client.query('create schema test_support')
  const tables = (await listTables(client)).filter((table) => !except?.test(table))
  const restores: string[] = []
  for (const [index, table] of tables.entries()) {
    if (!(await client.query(`select from ${table} limit 1`)).rowCount) continue
    const columns = await listColumns(client, table)
    await client.query(`create table test_support.initial_${index} as select ${columns} from ${table}`)
    restores.push(
      `insert into ${table} (${columns}) overriding system value select * from test_support.initial_${index};`,
    )
  }
  const deletions = tables.map(
    (table) => `if exists (select from ${table}) then delete from ${table}; end if;`,
  )
  await client.query(`create function test_support.reset() returns void language plpgsql as $$ begin
    set local session_replication_role = replica;
    ${[...deletions, ...restores].join('\n')}
    ${restartSequences ? RESTART_SEQUENCES : ''}
  end $$`)
}

const RESTART_SEQUENCES = `perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
  from pg_sequences where last_value is not null;`

/** Changes of the schema can't be reset. */
export async function recordSchemaChanges(client: Client): Promise<void> {
  await client.query(`
    create table test_support.schema_changes (tag text);
    create function test_support.record_schema_change() returns event_trigger language plpgsql security definer as $$ begin
      insert into test_support.schema_changes values (tg_tag);
    end $$;
    create event trigger record_schema_change on ddl_command_end execute function test_support.record_schema_change();
    create event trigger record_drop on sql_drop execute function test_support.record_schema_change()`)
}

async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema', 'test_support')`,
  )
  return rows.map(({ name }) => name)
}

async function listColumns(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]?.columns ?? ''
}
