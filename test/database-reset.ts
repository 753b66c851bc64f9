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
  const filled: string[] = []
  for (const table of tables)
    if ((await client.query(`select from ${table} limit 1`)).rowCount) filled.push(table)
  for (const [index, table] of filled.entries())
    await client.query(`create table test_support.initial_${index} as table ${table}`)
  const statements = [
    ...tables.map((table) => `if exists (select from ${table}) then delete from ${table}; end if;`),
    ...filled.map(
      (table, index) => `insert into ${table} overriding system value table test_support.initial_${index};`,
    ),
  ]
  await client.query(`create function test_support.reset() returns void language plpgsql as $$ begin
    set local session_replication_role = replica;
    ${statements.join('\n')}
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
