import { z } from 'zod'
import { invalidInput } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { normalizeInci } from './normalize-inci.ts'
import type { SubstanceFields } from './substance.ts'

type Named = { name: string } & Pick<SubstanceFields, 'synonyms' | 'cas' | 'ec'>

/** What a search looks in. */
export function searchText({ name, synonyms, cas, ec }: Named): string {
  return [name, ...synonyms, ...cas, ...ec].map(normalizeInci).join(' ')
}

const TakenName = z.strictObject({ name: z.string(), owner: z.string() })

/** A name means one substance. */
export async function requireFreeNames(tx: Db, id: string, { name, synonyms }: Named): Promise<void> {
  const main = normalizeInci(name)
  if (!main) throw invalidInput('name', 'Enter a name with letters or digits.')
  const [taken] = await query(tx, TakenName)`
    select n.name, s.name as owner from substance_names n join substances s on s.id = n.substance_id
    where n.name = any(${namesOf({ name, synonyms })}) and n.substance_id <> ${id} order by n.name <> ${main} limit 1`
  if (taken?.name === main)
    throw invalidInput('name', `${taken.owner} has this name or synonym already. Edit that ingredient.`)
  if (taken) {
    const synonym = synonyms.find((written) => normalizeInci(written) === taken.name)
    throw invalidInput('synonyms', `“${synonym}” is a name of ${taken.owner}. Remove it here.`)
  }
}

export async function writeNames(tx: Db, id: string, substance: Named): Promise<void> {
  await execute(tx)`delete from substance_names where substance_id = ${id}`
  await execute(tx)`
    insert into substance_names (name, substance_id)
    select name, ${id} from unnest(${namesOf(substance)}::text[]) as n (name)`
}

export function namesOf({ name, synonyms }: Pick<Named, 'name' | 'synonyms'>): string[] {
  return [...new Set([name, ...synonyms].map(normalizeInci))].filter(Boolean)
}

/** One change at a time, of the owner or a release. */
export async function lockSubstances(tx: Db): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('substances'))`
}
