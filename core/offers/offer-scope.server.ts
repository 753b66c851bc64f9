import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'
import { invalidInput } from '../errors.ts'
import type { OfferDraft } from './offer-draft.ts'

const CANDIDATES = {
  category: sql`select id, array[id, slug, lower(name)] as names from categories`,
  family: sql`select id, array[id, slug] as names from families`,
  products: sql`select id, array[id, slug, lower(sku)] as names from products`,
}
const LABELS = { category: 'category', family: 'family', products: 'product' }

/** The IDs of what an offer is on. Refuses names that nothing has. */
export async function resolveScope(
  db: Db,
  { scope, scopeIds }: Pick<OfferDraft, 'scope' | 'scopeIds'>,
): Promise<string[]> {
  if (scope === 'everything') return []
  const typed = [...new Set(scopeIds)]
  const rows = await query(db, z.strictObject({ typed: z.string(), id: z.string().nullable() }))`
    select t.name as typed, (select c.id from (${CANDIDATES[scope]}) c
        where t.name = any (c.names) or lower(t.name) = any (c.names) order by c.id limit 1) as id
    from unnest(${typed}::text[]) as t (name)`
  const missing = rows.find(({ id }) => id === null)
  if (missing) throw invalidInput('scopeIds', `There is no ${LABELS[scope]} “${missing.typed}”.`)
  return [...new Set(rows.flatMap(({ id }) => id ?? []))]
}
