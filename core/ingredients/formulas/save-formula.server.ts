import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { lockSubstances } from '../substance-names.server.ts'
import type { FormulaDraft, FormulaOwner } from './formula.ts'
import { type ResolvedFormula, type ResolvedLine, resolveFormula } from './resolve-formula.server.ts'

export type SavedFormula = { version: number; unknown: string[] }

/** Writes a new version, unless only the heroes differ from the latest one. */
export async function saveFormula(
  ctx: Context,
  owner: FormulaOwner,
  draft: FormulaDraft,
): Promise<SavedFormula> {
  return staffTransaction(ctx, 'products.edit', async (tx) => {
    await lockSubstances(tx)
    await lockOwner(tx, owner)
    await requireMembers(tx, owner, draft)
    const latest = await findLatest(tx, owner)
    if (draft.version !== undefined && draft.version !== (latest?.version ?? 0))
      throw new Refusal(
        'conflict',
        'Someone else just saved a version of this formula, so yours wasn’t saved. Reload the page to see theirs.',
      )
    const resolved = await resolveFormula(tx, draft)
    const version =
      latest && isSame(latest, draft, resolved.lines)
        ? await updateHeroes(tx, latest, resolved)
        : await insertVersion(ctx, tx, owner, (latest?.version ?? 0) + 1, draft, resolved)
    await writeAudit(
      ctx,
      {
        action: 'formula-saved',
        subject: 'productId' in owner ? owner.productId : owner.familyId,
        after: {
          version,
          leaveOn: draft.leaveOn,
          lines: draft.lines,
          heroes: draft.heroes,
          validFrom: draft.validFrom,
        },
      },
      tx,
    )
    return { version, unknown: resolved.unknown }
  })
}

/** A family before its products, as every change of a family does. */
async function lockOwner(tx: Db, owner: FormulaOwner): Promise<void> {
  const isKnown =
    'familyId' in owner
      ? await execute(tx)`select from families where id = ${owner.familyId} for no key update`
      : await execute(tx)`select lock_families_of(array[id]) from products where id = ${owner.productId}`
  if (!isKnown)
    throw new Refusal('not_found', 'familyId' in owner ? 'Family not found.' : 'Product not found.')
}

async function requireMembers(tx: Db, owner: FormulaOwner, { lines }: FormulaDraft): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ productIds }) => productIds))]
  if (!ids.length) return
  const members =
    'familyId' in owner
      ? await queryColumn(tx, z.string())`
          select id from products where family_id = ${owner.familyId} and id = any(${ids})`
      : []
  if (members.length < ids.length)
    throw invalidInput('shades', 'Colorants can be assigned only to products of this family.')
}

const LatestFormula = z.strictObject({
  id: z.string(),
  version: z.int(),
  leaveOn: z.boolean(),
  pending: z.boolean(),
  validFrom: z.date(),
  lines: z.array(z.record(z.string(), z.unknown())),
})
type LatestFormula = z.infer<typeof LatestFormula>

export const ofOwner = (owner: FormulaOwner): Sql =>
  'familyId' in owner ? sql`f.family_id = ${owner.familyId}` : sql`f.product_id = ${owner.productId}`

async function findLatest(tx: Db, owner: FormulaOwner): Promise<LatestFormula | undefined> {
  const [latest] = await query(tx, LatestFormula)`
    select f.id, f.version, f.leave_on as "leaveOn", f.pending, f.valid_from as "validFrom",
      (select json_agg(json_build_object('name', l.name, 'percent', l.percent::float8, 'is_nano', l.is_nano,
        'may_contain', l.may_contain, 'product_ids', l.product_ids) order by l.position)
        from formula_lines l where l.formula_id = f.id) as lines
    from formulas f where ${ofOwner(owner)} order by f.version desc limit 1`
  return latest
}

function isSame(latest: LatestFormula, draft: FormulaDraft, lines: ResolvedLine[]): boolean {
  const compared = lines.map(({ name, percent, is_nano, may_contain, product_ids }) => ({
    ...{ name, percent, is_nano, may_contain, product_ids },
  }))
  const isSameStart = draft.validFrom
    ? draft.validFrom.getTime() === latest.validFrom.getTime()
    : !latest.pending
  return (
    isSameStart &&
    latest.leaveOn === draft.leaveOn &&
    JSON.stringify(latest.lines) === JSON.stringify(compared)
  )
}

async function updateHeroes(
  tx: Db,
  { id, version }: LatestFormula,
  { heroes }: ResolvedFormula,
): Promise<number> {
  await execute(tx)`update formulas set heroes = ${sql.json(heroes)}::jsonb where id = ${id}`
  return version
}

async function insertVersion(
  { now }: Context,
  tx: Db,
  owner: FormulaOwner,
  version: number,
  { leaveOn, validFrom }: FormulaDraft,
  { lines, heroes }: ResolvedFormula,
): Promise<number> {
  const { productId = null, familyId = null } = { productId: undefined, familyId: undefined, ...owner }
  const id = newId('formula')
  const isPending = validFrom !== null && validFrom > now
  await execute(tx)`
    insert into formulas (id, product_id, family_id, version, leave_on, valid_from, pending, heroes, created_at)
    values (${id}, ${productId}, ${familyId}, ${version}, ${leaveOn}, ${validFrom ?? now},
      ${isPending}, ${sql.json(heroes)}::jsonb, ${now})`
  await execute(tx)`
    insert into formula_lines (formula_id, position, name, normalized_name, substance_id, percent, is_nano, may_contain, product_ids)
    select ${id}, position, name, normalized_name, substance_id, percent, is_nano, may_contain, product_ids
    from json_populate_recordset(null::formula_lines, ${sql.json(lines)})`
  if (isPending) await enqueueJob(tx, 'apply-formulas', {}, { key: `apply-formula ${id}`, at: validFrom })
  return version
}
