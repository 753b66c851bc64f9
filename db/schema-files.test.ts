import { readdirSync } from 'node:fs'
import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/test-database.ts'
import { migrate } from './migrate.ts'
import { SCHEMA_FILES } from './schema.ts'

/** Facts about a database, by name. Comments within functions don't count, nor does the time when rows were added. */
const FACTS = `
  select kind || ' ' || name as name, definition from (
    select 'relation' as kind, relname::text as name, concat_ws(' ', relkind, reloptions, relpersistence) as definition
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'S')
    union all
    select 'column', c.relname || '.' || a.attname, concat_ws(' ',
      row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, a.attgenerated, a.attstorage, a.attcompression, pg_get_expr(d.adbin, d.adrelid))
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
    union all
    select 'view', relname, pg_get_viewdef(oid) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
    union all
    select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) || convalidated::text from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0
    union all
    select 'index', relname, pg_get_indexdef(oid) || ' ' || indisvalid::text
    from pg_class join pg_index on indexrelid = oid where relnamespace = 'public'::regnamespace
    union all
    select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger
    where not tgisinternal
    union all
    select 'function', p.oid::regprocedure::text, concat_ws(' ', pg_get_function_arguments(p.oid),
      pg_get_function_result(p.oid), lanname, provolatile, proparallel, prosecdef, proisstrict, procost, prorows, proconfig,
      regexp_replace(regexp_replace(prosrc, '--[^\\n]*|/\\*.*?\\*/', '', 'g'), '\\s+', ' ', 'g'))
    from pg_proc p join pg_language l on l.oid = prolang
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all
    select 'extension', extname, extversion from pg_extension
    union all
    select 'sequence', sequencename, last_value::text from pg_sequences where schemaname = 'public'
  ) facts order by 1`

async function readFacts(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string | null }>(FACTS)
  const facts = Object.fromEntries(rows.map(({ name, definition }) => [name, definition ?? '']))
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of tables.rows) {
    const added = await client.query<{ row: object }>(
      `select to_jsonb(t) - '{created_at,updated_at,applied_at}'::text[] as row from ${name} t order by 1`,
    )
    if (added.rows.length) facts[`rows of ${name}`] = JSON.stringify(added.rows)
  }
  return facts
}

async function factsOf(options: { schema?: string }): Promise<Record<string, string>> {
  const database = await createTestDatabase({ template: 'template0' })
  try {
    await migrate(database.url, 'db/migrations', options)
    return await readFacts(database.client)
  } finally {
    await database.drop()
  }
}

test('a new store gets the same schema and rows as one that applied every migration', async () => {
  const [created, migrated] = await Promise.all([factsOf({ schema: 'db/schema' }), factsOf({})])
  expect(Object.keys(migrated).length).toBeGreaterThan(1000)
  expect(created).toEqual(migrated)
})

test('every file of the schema is applied', () => {
  const files = readdirSync('db/schema').map((name) => name.replace(/\.sql$/, ''))
  expect(files.toSorted()).toEqual(SCHEMA_FILES.toSorted())
})
