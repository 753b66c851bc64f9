import { z } from 'zod'
import { derivedId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { normalizeInci } from './normalize-inci.ts'
import type { Substance } from './substance.ts'
import { lockSubstances, namesOf, searchText } from './substance-names.server.ts'
import { StoredFields } from './substances.server.ts'

/**
 * Writes the release's dictionary to the database, and leaves what the owner changed alone. Returns how many it wrote: none
 * if the database has this release's already. Processes that start at once wait for each other.
 */
export async function syncSubstances(db: Db, substances: readonly Substance[]): Promise<number> {
  const entries = substances.map(({ key, name, facts, ...fields }) => ({
    ...{ id: derivedId('ingredient', key), key, name, facts, built_in: fields },
    normalized_name: normalizeInci(name),
  }))
  const release = sql`json_to_recordset(${sql.json(entries)}) as r (
    id text, key text, name text, normalized_name text, facts jsonb, built_in jsonb)`
  if (await isSynchronized(db, release)) return 0
  return db.transaction(async (tx) => {
    await lockSubstances(tx)
    await adoptOwn(tx, release)
    const changed = await queryColumn(tx, z.string())`
      update substances s set name = r.name, normalized_name = r.normalized_name, facts = r.facts, built_in = r.built_in,
        edition = s.edition + 1
      from ${release} where s.key = r.key and ${IS_DIFFERENT} returning s.id`
    const added = await queryColumn(tx, z.string())`
      insert into substances (id, key, name, normalized_name, facts, built_in, search_text)
      select r.id, r.key, r.name, r.normalized_name, r.facts, r.built_in, '' from ${release}
      where not exists (select from substances s where s.key = r.key) returning id`
    // What this release no longer has becomes the owner's, who may use it.
    const dropped = await execute(tx)`
      update substances set key = null, built_in = null, overrides = fields, edition = edition + 1
      where key <> all(${entries.map(({ key }) => key)})`
    await indexNames(tx, [...changed, ...added])
    await execute(tx)`
      update substances own set facts = label.facts from substances label
      where own.key is null and label.key is not null and label.name = own.fields ->> 'labeledAs'
        and own.facts is distinct from label.facts`
    return changed.length + added.length + dropped
  })
}

const IS_DIFFERENT = sql`
  (s.name, s.normalized_name, s.facts, s.built_in) is distinct from (r.name, r.normalized_name, r.facts, r.built_in)`

async function isSynchronized(db: Db, release: Sql): Promise<boolean | undefined> {
  const [isSame] = await queryColumn(db, z.boolean())`
    select not exists (
      select from ${release} full join (select * from substances where key is not null) s on s.key = r.key
      where ${IS_DIFFERENT})`
  return isSame
}

/** What the owner added before the release did stays as it is: their values become changes of the built-in entry. */
async function adoptOwn(tx: Db, release: Sql): Promise<void> {
  await execute(tx)`
    update substances s set key = r.key, built_in = r.built_in, facts = r.facts, name = r.name, edition = s.edition + 1,
      overrides = (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(s.overrides - 'labeledAs') f
        where f.value is distinct from r.built_in -> f.key)
    from ${release}
    where s.key is null and s.normalized_name = r.normalized_name
      and not exists (select from substances known where known.key = r.key)`
}

const NamedRow = z.strictObject({ id: z.string(), name: z.string(), fields: StoredFields })

/** A synonym that another substance has stays with it. */
async function indexNames(tx: Db, ids: string[]): Promise<void> {
  const rows = await query(tx, NamedRow)`select id, name, fields from substances where id = any(${ids})`
  const texts = rows.map(({ id, name, fields }) => ({ id, text: searchText({ name, ...fields }) }))
  await execute(tx)`
    update substances s set search_text = t.text
    from json_to_recordset(${sql.json(texts)}) as t (id text, text text) where s.id = t.id`
  await execute(tx)`delete from substance_names where substance_id = any(${ids})`
  const names = rows.flatMap(({ id, name, fields }) =>
    namesOf({ name, ...fields }).map((normalized, place) => ({ id, name: normalized, place })),
  )
  await execute(tx)`
    insert into substance_names (name, substance_id)
    select n.name, n.id from json_to_recordset(${sql.json(names)}) as n (id text, name text, place int)
    order by n.place on conflict do nothing`
}
