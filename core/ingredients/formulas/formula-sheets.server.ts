import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { type ListPage, type ListQuery, listRows, type SortOrder } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'

const SheetLine = z.strictObject({
  name: z.string(),
  percent: z.number().nullable(),
  isNano: z.boolean(),
  mayContain: z.boolean(),
  productIds: z.array(z.string()),
})

const SheetFormula = z.strictObject({
  leaveOn: z.boolean(),
  pending: z.boolean(),
  validFrom: z.coerce.date(),
  heroes: z.array(z.strictObject({ substanceId: z.string(), name: z.string(), note: z.string() })),
  lines: z.array(SheetLine),
})
export type SheetFormula = z.infer<typeof SheetFormula>

/** A product or family with its latest formula, or that of its family. */
const FormulaSheet = z.strictObject({
  id: z.string(),
  kind: z.enum(['product', 'family']),
  slug: z.string(),
  name: z.string(),
  /** Of its own formula; 0 if it has none. */
  version: z.int(),
  formula: SheetFormula.nullable(),
})
export type FormulaSheet = z.infer<typeof FormulaSheet>

const OWNERS = sql`
  select id, 'product' as kind, slug, name, family_id, status = 'archived' as is_archived from products
  union all select id, 'family', slug, name, null, false from families`

/** A product with its family's formula has only the colorants that it may contain. */
const SHEETS = sql`
  select o.id, o.kind, o.slug, o.name, case when f.is_own then f.version else 0 end as version,
    case when f.id is not null then json_build_object('leaveOn', f.leave_on, 'pending', f.pending, 'validFrom', f.valid_from,
      'heroes', (select coalesce(json_agg(json_build_object('substanceId', s.id, 'name', s.name, 'note', h.hero ->> 'note')
          order by h.place), '[]')
        from jsonb_array_elements(f.heroes) with ordinality as h (hero, place)
        join substances s on s.id = h.hero ->> 'substanceId'),
      'lines', (select json_agg(json_build_object('name', l.name, 'percent', l.percent::float8, 'isNano', l.is_nano,
          'mayContain', l.may_contain, 'productIds', case when f.is_own then l.product_ids else '{}' end) order by l.position)
        from formula_lines l
        where l.formula_id = f.id and (f.is_own or l.product_ids = '{}' or o.id = any (l.product_ids)))) end as formula
  from (${OWNERS}) o left join lateral (
    select own.*, coalesce(own.product_id, own.family_id) = o.id as is_own from formulas own
    where own.product_id = o.id or own.family_id in (o.id, o.family_id)
    order by is_own desc, own.version desc limit 1) f on true`

const BY_ID: SortOrder<FormulaSheet> = {
  column: sql`s.id`,
  id: sql`s.kind`,
  type: 'text',
  toCursor: ({ id, kind }) => ({ value: id, id: kind }),
}

/** The latest formulas, each once: those of families, and those of products with their own. */
export async function listFormulaSheets(
  ctx: Context,
  { cursor, limit }: ListQuery,
): Promise<ListPage<FormulaSheet>> {
  requirePermission(ctx.actor, 'products.view')
  return listRows(
    ctx.db,
    FormulaSheet,
    { cursor, limit },
    {
      select: sql`select s.* from (${SHEETS}
        where not o.is_archived and exists (select from formulas where product_id = o.id or family_id = o.id)) s`,
      sorts: { id: BY_ID },
    },
  )
}

type Slugs = { products: string[]; families: string[] }

export async function findFormulaSheets(db: Db, { products, families }: Slugs): Promise<FormulaSheet[]> {
  return query(db, FormulaSheet)`
    ${SHEETS} where (o.kind = 'product' and o.slug = any(${products})) or (o.kind = 'family' and o.slug = any(${families}))`
}
