import { z } from 'zod'
import type { IngredientFilter } from '#core/catalog/listings/ingredient-filter.ts'
import type { Context } from '#core/context.ts'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { normalizeInci } from '../normalize-inci.ts'
import type { IngredientGroup } from './ingredient-groups.ts'
import { findGroup } from './ingredient-names.ts'

const trait = (name: string) => sql`s.fields -> 'traits' ? ${name}`

/** The substances of each group, as `INGREDIENT_GROUPS` decides it. What may be in it counts only in `without`. */
const GROUP_CONDITIONS: Record<IngredientGroup, { members: Sql; possible?: Sql }> = {
  fragrance: {
    members: sql`(s.fields -> 'functions' ?| '{fragrance,perfuming}' or s.facts @> '[{"kind": "fragrance_allergen"}]')`,
  },
  'drying-alcohol': { members: trait('drying-alcohol') },
  silicones: { members: trait('silicone') },
  parabens: { members: trait('paraben') },
  sulfates: { members: trait('sulfate') },
  'mineral-oil': { members: trait('mineral-oil') },
  'animal-derived': {
    members: sql`s.fields -> 'origins' = '["animal"]'`,
    possible: sql`(s.fields -> 'origins' = '[]' or s.fields -> 'origins' ? 'animal')`,
  },
}

export type IngredientNames = { with: string[]; without: string[] }
export type ResolvedNames = { filter: IngredientFilter | undefined; unknown: IngredientNames }

const Resolved = z.strictObject({ name: z.string(), ids: z.array(z.string()) })

/** The substances of names and groups. An unknown name matches nothing. */
export async function resolveNames(
  { db, reads = db }: Pick<Context, 'db' | 'reads'>,
  names: IngredientNames,
): Promise<ResolvedNames> {
  if (!names.with.length && !names.without.length)
    return { filter: undefined, unknown: { with: [], without: [] } }
  const included = await findIds(reads, names.with, ({ members }) => members)
  const excluded = await findIds(reads, names.without, ({ members, possible = members }) => possible)
  const unknownOf = (known: Map<string, string[]>) =>
    [...known].filter(([, ids]) => !ids.length).map(([name]) => name)
  const unknown = { with: unknownOf(included), without: unknownOf(excluded) }
  return {
    unknown,
    filter: {
      with: [...included.values(), ...(unknown.without.length ? [[]] : [])],
      without: [...new Set([...excluded.values()].flat())].sort(),
    },
  }
}

async function findIds(
  db: Db,
  names: readonly string[],
  conditionOf: (group: (typeof GROUP_CONDITIONS)[IngredientGroup]) => Sql,
): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>(names.map((name) => [name, []]))
  if (!names.length) return ids
  const selects = names.map((name) => {
    const group = findGroup(name)
    const condition = group
      ? conditionOf(GROUP_CONDITIONS[group])
      : sql`s.id = (select substance_id from substance_names where name = ${normalizeInci(name)})`
    return sql`select ${name}::text as name, array(select s.id from substances s where ${condition} order by 1) as ids`
  })
  for (const { name, ids: substances } of await query(db, Resolved)`${sql.join(selects, ' union all ')}`)
    ids.set(name, substances)
  return ids
}
