import { z } from 'zod'
import { newId } from '#core/ids.ts'
import { enqueueJobs } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { FormulaDraft, FormulaOwner } from './formula.ts'
import type { ResolvedFormula, ResolvedLine } from './resolve-formula.server.ts'

export const ownerId = (owner: FormulaOwner): string =>
  'productId' in owner ? owner.productId : owner.familyId

const LatestFormula = z.strictObject({
  id: z.string(),
  ownerId: z.string(),
  version: z.int(),
  leaveOn: z.boolean(),
  pending: z.boolean(),
  validFrom: z.date(),
  lines: z.array(z.record(z.string(), z.unknown())),
})
export type LatestFormula = z.infer<typeof LatestFormula>

/** The latest version of each owner that has one. */
export async function findLatestFormulas(tx: Db, ownerIds: readonly string[]): Promise<LatestFormula[]> {
  return query(tx, LatestFormula)`
    select f.id, o.id as "ownerId", f.version, f.leave_on as "leaveOn", f.pending, f.valid_from as "validFrom",
      (select json_agg(json_build_object('name', l.name, 'percent', l.percent::float8, 'is_nano', l.is_nano,
        'may_contain', l.may_contain, 'product_ids', l.product_ids) order by l.position)
        from formula_lines l where l.formula_id = f.id) as lines
    from unnest(${ownerIds}::text[]) o (id), lateral (
      select * from formulas where product_id = o.id or family_id = o.id order by version desc limit 1) f`
}

export type FormulaWrite = {
  owner: FormulaOwner
  latest: LatestFormula | undefined
  draft: FormulaDraft
  resolved: ResolvedFormula
}

/** Writes new versions, except where only the heroes differ from the latest one. The caller has locked the owners. */
export async function writeFormulas(tx: Db, now: Date, writes: readonly FormulaWrite[]): Promise<number[]> {
  const same = writes.flatMap(({ latest, draft, resolved: { lines, heroes } }) =>
    latest && isSameFormula(latest, draft, lines) ? [{ id: latest.id, heroes }] : [],
  )
  if (same.length)
    await execute(tx)`
      update formulas f set heroes = r.heroes from json_to_recordset(${sql.json(same)}) as r (id text, heroes jsonb)
      where f.id = r.id`
  const updated = new Set(same.map(({ id }) => id))
  const added = writes.filter(({ latest }) => !latest || !updated.has(latest.id))
  await insertVersions(tx, now, added)
  return writes.map(({ latest }) =>
    latest && updated.has(latest.id) ? latest.version : (latest?.version ?? 0) + 1,
  )
}

export function isSameFormula(
  latest: Pick<LatestFormula, 'leaveOn' | 'pending' | 'validFrom' | 'lines'>,
  draft: FormulaDraft,
  lines: readonly ResolvedLine[],
): boolean {
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

async function insertVersions(tx: Db, now: Date, writes: readonly FormulaWrite[]): Promise<void> {
  if (!writes.length) return
  const versions = writes.map(({ owner, latest, draft: { leaveOn, validFrom }, resolved }) => ({
    ...{
      id: newId('formula'),
      version: (latest?.version ?? 0) + 1,
      leave_on: leaveOn,
      heroes: resolved.heroes,
    },
    product_id: 'productId' in owner ? owner.productId : null,
    family_id: 'familyId' in owner ? owner.familyId : null,
    valid_from: validFrom ?? now,
    pending: validFrom !== null && validFrom > now,
    created_at: now,
    lines: resolved.lines,
  }))
  await execute(tx)`
    insert into formulas (id, product_id, family_id, version, leave_on, valid_from, pending, heroes, created_at)
    select id, product_id, family_id, version, leave_on, valid_from, pending, heroes, created_at
    from json_populate_recordset(null::formulas, ${sql.json(versions.map(({ lines: _, ...formula }) => formula))})`
  const lines = versions.flatMap(({ id, lines }) => lines.map((line) => ({ formula_id: id, ...line })))
  await execute(tx)`
    insert into formula_lines (formula_id, position, name, normalized_name, substance_id, percent, is_nano, may_contain, product_ids)
    select formula_id, position, name, normalized_name, substance_id, percent, is_nano, may_contain, product_ids
    from json_populate_recordset(null::formula_lines, ${sql.json(lines)})`
  await enqueueJobs(
    tx,
    versions
      .filter(({ pending }) => pending)
      .map(({ id, valid_from }) => ({
        ...{ name: 'apply-formulas', payload: {}, key: `apply-formula ${id}`, at: valid_from },
      })),
  )
}

/** What the audit log says about a saved version. */
export const auditedFormula = (version: number, { leaveOn, lines, heroes, validFrom }: FormulaDraft) => ({
  ...{ version, leaveOn, lines, heroes, validFrom },
})
