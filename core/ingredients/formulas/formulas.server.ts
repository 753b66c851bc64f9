import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, sql } from '#db/sql.ts'
import type { FormulaDraft, FormulaOwner } from './formula.ts'
import { type LabelEntry, listEntries, type Statement, stateGroups } from './label.ts'
import { resolveFormula } from './resolve-formula.server.ts'

const StoredFormula = z.strictObject({
  id: z.string(),
  familyId: z.string().nullable(),
  version: z.int(),
  leaveOn: z.boolean(),
  validFrom: z.date(),
  pending: z.boolean(),
  createdAt: z.date(),
  heroes: z.array(z.strictObject({ name: z.string(), note: z.string() })),
  lines: z.array(
    z.strictObject({
      name: z.string(),
      percent: z.number().nullable(),
      isNano: z.boolean(),
      mayContain: z.boolean(),
      productIds: z.array(z.string()),
      isKnown: z.boolean(),
    }),
  ),
})
export type StoredFormula = z.infer<typeof StoredFormula>

const SELECT = sql`
  select f.id, f.family_id as "familyId", f.version, f.leave_on as "leaveOn", f.valid_from as "validFrom", f.pending,
    f.created_at as "createdAt",
    (select coalesce(json_agg(json_build_object('name', s.name, 'note', h.hero ->> 'note') order by h.place), '[]')
      from jsonb_array_elements(f.heroes) with ordinality as h (hero, place)
      join substances s on s.id = h.hero ->> 'substanceId') as heroes,
    (select coalesce(json_agg(json_build_object('name', l.name, 'percent', l.percent::float8, 'isNano', l.is_nano,
        'mayContain', l.may_contain, 'productIds', l.product_ids, 'isKnown', l.substance_id is not null)
        order by l.position), '[]')
      from formula_lines l where l.formula_id = f.id) as lines
  from formulas f`

/** Newest first. Those of its family, if a product has none of its own. */
export async function listFormulas({ db, actor }: Context, owner: FormulaOwner): Promise<StoredFormula[]> {
  requirePermission(actor, 'products.view')
  const condition =
    'familyId' in owner
      ? sql`f.family_id = ${owner.familyId}`
      : sql`(f.product_id = ${owner.productId}
          or (f.family_id = (select family_id from products where id = ${owner.productId})
            and not exists (select from formulas where product_id = ${owner.productId})))`
  return query(db, StoredFormula)`${SELECT} where ${condition} order by f.version desc limit 50`
}

export async function findFormula(ctx: Context, owner: FormulaOwner): Promise<StoredFormula> {
  const [latest] = await listFormulas(ctx, owner)
  if (!latest)
    throw new Refusal(
      'not_found',
      'familyId' in owner ? 'This family has no formula.' : 'This product has no formula.',
    )
  return latest
}

export type FormulaPreview = {
  entries: LabelEntry[]
  statements: Statement[]
  /** Allergens below the amount that the label has to name. */
  traces: string[]
  unknown: string[]
}

/** What the formula would say on the page. Stores nothing. */
export async function previewFormula(
  { db, actor }: Context,
  draft: FormulaDraft,
  productId?: string,
): Promise<FormulaPreview> {
  requirePermission(actor, 'products.view')
  const { label, unknown } = await resolveFormula(db, draft, productId)
  return {
    entries: listEntries(label.lines),
    statements: stateGroups(label),
    traces: [...new Set(label.lines.filter(({ isTrace }) => isTrace).map(({ name }) => name))],
    unknown,
  }
}
