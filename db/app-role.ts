import { Client, type Pool } from 'pg'
import { explainConnectionError } from './connection-error.ts'
import { MIGRATION_LOCK } from './migrate.ts'

const SCHEMAS = ['public', 'graphile_worker', 'sandbox']

/** Tables on which the store has fewer rights than reading and writing rows. */
const LIMITED_TABLES = {
  'public.schema_migrations': ['SELECT'],
  'public.audit_entries': ['INSERT', 'SELECT'],
  'public.audit_seals': ['SELECT'],
  'public.audit_signed_seals': ['INSERT', 'SELECT'],
  'graphile_worker.migrations': ['SELECT'],
}

/**
 * Lets the role of `appUrl` read and write rows but not change the schema or the audit log. Runs at each start, since
 * a migration may have added tables. Does nothing if both URLs have the same role.
 */
export async function grantToApp(ownerUrl: string, appUrl: string): Promise<void> {
  if (new URL(ownerUrl).username === new URL(appUrl).username) return
  const role = await findRole(appUrl)
  const owner = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  owner.on('error', () => {})
  try {
    await owner.connect()
    await owner.query('begin')
    await owner.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const { rows } = await owner.query<{ statement: string }>(MISSING_GRANTS, [
      role,
      SCHEMAS,
      JSON.stringify(LIMITED_TABLES),
    ])
    for (const { statement } of rows) await owner.query(statement)
    await owner.query('commit')
  } catch (error) {
    throw explainConnectionError(error, ownerUrl)
  } finally {
    await owner.end().catch(() => {})
  }
}

async function findRole(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  } catch (error) {
    throw explainConnectionError(error, url)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether the role of `pool` could drop a table. */
export async function canChangeSchema(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ able: boolean }>(
    `select rolsuper or has_schema_privilege('public', 'create') or exists (select from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')) as able
     from pg_roles where rolname = current_user`,
  )
  return rows[0]?.able ?? false
}

// Only what is missing: a grant makes every open connection plan its statements again.
const MISSING_GRANTS = `
  with app as (select oid, rolname as name from pg_roles where rolname = $1 and rolname <> current_user),
  schemas as (
    select n.oid, n.nspname as name, n.nspacl as acl from pg_namespace n
    where n.nspname = any ($2) and pg_has_role(n.nspowner, 'usage')
  ),
  relations as (
    select c.oid, c.relkind, c.relacl as acl, c.relrowsecurity, format('%I.%I', s.name, c.relname) as name,
      case when c.relkind = 'S' then array['SELECT', 'USAGE']
        else coalesce((select array_agg(value order by value) from jsonb_array_elements_text($3::jsonb -> format('%s.%s', s.name, c.relname))),
          array['DELETE', 'INSERT', 'SELECT', 'UPDATE']) end as wanted
    from pg_class c join schemas s on s.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'S') and pg_has_role(c.relowner, 'usage')
  ),
  defaults as (
    select d.defaclnamespace as schema, d.defaclobjtype as kind from pg_default_acl d, aclexplode(d.defaclacl) a, app
    where d.defaclrole = current_user::regrole and a.grantee = app.oid
  )
  select format('revoke temporary on database %I from public', d.datname) as statement
  from pg_database d, app where d.datname = current_database() and pg_has_role(d.datdba, 'usage')
    and has_database_privilege(app.oid, d.oid, 'temporary')
  union all
  select format('revoke create on schema %I from public, %I', s.name, app.name)
  from schemas s, app where has_schema_privilege(app.oid, s.oid, 'create')
  union all
  select format('grant usage on schema %I to %I', s.name, app.name)
  from schemas s, app where not exists (select from aclexplode(s.acl) a where a.grantee = app.oid and a.privilege_type = 'USAGE')
  union all
  -- Tables that a migration adds can be used before the next start of this step.
  select format('alter default privileges in schema %I grant %s to %I', s.name, k.rights, app.name)
  from schemas s, app, (values ('r', 'select, insert, update, delete on tables'), ('S', 'usage, select on sequences')) k (kind, rights)
  where not exists (select from defaults d where d.schema = s.oid and d.kind = k.kind::"char")
  union all
  select format('revoke all on %1$s from %3$I; grant %2$s on %1$s to %3$I', r.name, array_to_string(r.wanted, ', '), app.name)
  from relations r, app
  where r.wanted is distinct from
    (select array_agg(a.privilege_type order by a.privilege_type) from aclexplode(r.acl) a where a.grantee = app.oid)
  union all
  -- The job queue's tables are open to their owner only.
  select format('create policy %2$I on %1$s to %2$I using (true) with check (true)', r.name, app.name)
  from relations r, app
  where r.relrowsecurity and not exists (select from pg_policy p where p.polrelid = r.oid and app.oid = any (p.polroles))`
