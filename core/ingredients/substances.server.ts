import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { isId } from '#core/ids.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { normalizeInci } from './normalize-inci.ts'
import { FUNCTION_NAMES, JURISDICTIONS, ORIGINS, TRAIT_NAMES } from './substance.ts'

export const StoredFact = z.strictObject({
  kind: z.enum(['fragrance_allergen', 'prohibited']),
  jurisdiction: z.enum(JURISDICTIONS),
  authority: z.string(),
  url: z.string(),
  since: z.string(),
  note: z.string().nullable(),
  leaveOnPercent: z.number().nullable(),
  rinseOffPercent: z.number().nullable(),
})

export const StoredFields = z.strictObject({
  synonyms: z.array(z.string()),
  cas: z.array(z.string()),
  ec: z.array(z.string()),
  functions: z.array(z.enum(FUNCTION_NAMES)),
  origins: z.array(z.enum(ORIGINS)),
  traits: z.array(z.enum(TRAIT_NAMES)),
  description: z.string(),
  labeledAs: z.string().nullable(),
})

const SubstanceRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  sortName: z.string(),
  fields: StoredFields,
  facts: z.array(StoredFact),
  isBuiltIn: z.boolean(),
  /** The fields that the owner changed. */
  changed: z.array(z.string()),
  edition: z.int(),
})
type SubstanceRow = z.infer<typeof SubstanceRow>
export type StoredSubstance = Omit<SubstanceRow, 'fields' | 'sortName'> & z.infer<typeof StoredFields>

const SELECT = sql`
  select s.id, s.name, lower(s.name) as "sortName", s.fields, s.facts, s.key is not null as "isBuiltIn", s.edition,
    case when s.key is null then '{}' else array(select jsonb_object_keys(s.overrides) order by 1) end as changed
  from substances s`

const toSubstance = ({ fields, sortName: _, ...row }: SubstanceRow): StoredSubstance => ({
  ...row,
  ...fields,
})

const IS_ALLERGEN = sql`s.facts @> '[{"kind": "fragrance_allergen"}]'`
const BY_NAME = sortBy('sortName', sql`lower(s.name)`, 'text', sql`s.id`)

/** The dictionary, by name. `search` is part of a name, a synonym, or a number. */
export async function listSubstances(
  { db, reads = db }: Context,
  { search = '', ...listQuery }: ListQuery,
): Promise<ListPage<StoredSubstance>> {
  const page = await listRows(
    reads,
    SubstanceRow,
    { ...listQuery, search: normalizeInci(search) || search },
    {
      select: SELECT,
      sorts: { name: BY_NAME, 'name-down': { ...BY_NAME, descending: true } },
      filters: {
        allergens: IS_ALLERGEN,
        yours: sql`s.key is null`,
        changed: sql`s.key is not null and s.overrides <> '{}'`,
      },
      searchText: sql`s.search_text`,
    },
  )
  return { ...page, rows: page.rows.map(toSubstance) }
}

export async function listAdminSubstances(ctx: Context, listQuery: ListQuery) {
  requirePermission(ctx.actor, 'products.view')
  return listSubstances({ ...ctx, reads: ctx.db }, listQuery)
}

export async function findSubstance({ db, reads = db }: Context, id: string): Promise<StoredSubstance> {
  const substance = isId('ingredient', id) ? await selectSubstance(reads, sql`s.id = ${id}`) : undefined
  if (!substance) throw new Refusal('not_found', 'Ingredient not found.')
  return substance
}

export async function selectSubstance(db: Db, condition: Sql): Promise<StoredSubstance | undefined> {
  const [row] = await query(db, SubstanceRow)`${SELECT} where ${condition}`
  return row && toSubstance(row)
}

export async function listSubstancesById(db: Db, ids: string[]): Promise<StoredSubstance[]> {
  return (await query(db, SubstanceRow)`${SELECT} where s.id = any(${ids})`).map(toSubstance)
}

/** The names that the law puts on labels, such as Pinene. */
export async function listAllergenNames({ db }: Context): Promise<string[]> {
  return queryColumn(db, z.string())`
    select s.name from substances s where ${IS_ALLERGEN} and s.key is not null and s.fields ->> 'labeledAs' is null
    order by lower(s.name)`
}
