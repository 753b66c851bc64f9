import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, parseForm, Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { normalizeInci } from './normalize-inci.ts'
import { MAX_OWN_SUBSTANCES, SubstanceDraft } from './substance-draft.ts'
import { lockSubstances, requireFreeNames, searchText, writeNames } from './substance-names.server.ts'
import { findSubstance, type StoredSubstance } from './substances.server.ts'

export async function findAdminSubstance(ctx: Context, id: string): Promise<StoredSubstance> {
  requirePermission(ctx.actor, 'products.view')
  return findSubstance({ ...ctx, reads: ctx.db }, id)
}

export async function createSubstance(ctx: Context, input: unknown): Promise<StoredSubstance> {
  return changeSubstances(ctx, async (tx) => {
    const { name, ...fields } = parseForm(SubstanceDraft, input)
    const [count = 0] = await queryColumn(tx, z.int())`
      select count(*)::int from substances where key is null`
    if (count >= MAX_OWN_SUBSTANCES)
      throw new Refusal(
        'conflict',
        `A store has at most ${MAX_OWN_SUBSTANCES.toLocaleString('en-US')} ingredients of its own. Delete one first.`,
      )
    const id = newId('ingredient')
    await requireFreeNames(tx, id, { name, ...fields })
    await execute(tx)`
      insert into substances (id, name, normalized_name, overrides, search_text, created_at)
      values (${id}, ${name}, ${normalizeInci(name)}, ${sql.json(fields)}, ${searchText({ name, ...fields })}, ${ctx.now})`
    await writeNames(tx, id, { name, ...fields })
    await takeFacts(tx, id, fields.labeledAs)
    await writeAudit(ctx, { action: 'ingredient-created', subject: id, after: { name, ...fields } }, tx)
    return findSubstance({ ...ctx, db: tx, reads: tx }, id)
  })
}

type SubstanceEdit = Partial<SubstanceDraft> & { edition?: number }

/** With `edition`, an edit of an older edition is refused. Of a built-in one, what differs from the release is stored. */
export async function editSubstance(
  ctx: Context,
  id: string,
  { edition, ...change }: SubstanceEdit,
): Promise<StoredSubstance> {
  return changeSubstances(ctx, async (tx) => {
    const before = await findCurrent(ctx, tx, id, edition)
    if (before.isBuiltIn) requireSameName(before, change)
    const { name, labeledAs, ...changes } = parseForm(SubstanceDraft, { ...before, ...change })
    const fields = before.isBuiltIn ? changes : { ...changes, labeledAs }
    await requireFreeNames(tx, id, { name, ...changes })
    await execute(tx)`
      update substances set name = ${name}, normalized_name = ${normalizeInci(name)}, edition = edition + 1,
        search_text = ${searchText({ name, ...changes })},
        overrides = (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(${sql.json(fields)}) f
          where f.value is distinct from built_in -> f.key)
      where id = ${id}`
    await writeNames(tx, id, { name, ...changes })
    if (!before.isBuiltIn) await takeFacts(tx, id, labeledAs)
    await writeAudit(
      ctx,
      { action: 'ingredient-changed', subject: id, before, after: { name, ...fields } },
      tx,
    )
    return findSubstance({ ...ctx, db: tx, reads: tx }, id)
  })
}

/** Takes back what the owner changed. */
export async function resetSubstance(ctx: Context, id: string, edition?: number): Promise<StoredSubstance> {
  return changeSubstances(ctx, async (tx) => {
    const before = await findCurrent(ctx, tx, id, edition)
    if (!before.isBuiltIn)
      throw new Refusal('conflict', 'This ingredient is your own, so there is nothing to reset it to.')
    await execute(tx)`update substances set overrides = '{}', edition = edition + 1 where id = ${id}`
    const after = await findSubstance({ ...ctx, db: tx, reads: tx }, id)
    await requireFreeNames(tx, id, after)
    await execute(tx)`update substances set search_text = ${searchText(after)} where id = ${id}`
    await writeNames(tx, id, after)
    await writeAudit(ctx, { action: 'ingredient-reset', subject: id, before, after }, tx)
    return after
  })
}

export async function deleteSubstance(ctx: Context, id: string): Promise<void> {
  await changeSubstances(ctx, async (tx) => {
    const before = await findCurrent(ctx, tx, id)
    if (before.isBuiltIn)
      throw new Refusal(
        'conflict',
        'This ingredient comes with the store, so it can’t be deleted. You can change it, or reset your changes.',
      )
    await refuseIfUsed(tx, before)
    await execute(tx)`delete from substances where id = ${id}`
    await writeAudit(ctx, { action: 'ingredient-deleted', subject: id, before }, tx)
  })
}

const Use = z.strictObject({ name: z.string(), count: z.int() })

/** Earlier formulas keep the name as it was written. */
async function refuseIfUsed(tx: Db, { id, name }: StoredSubstance): Promise<void> {
  const [use] = await query(tx, Use)`
    select min(p.name) as name, count(*)::int as count
    from product_labels l join products p on p.id = l.product_id
    where l.formula_id in (select formula_id from formula_lines where substance_id = ${id}) having count(*) > 0`
  if (use)
    throw new Refusal(
      'conflict',
      `${name} is in the formula of ${use.count === 1 ? `1 product, ${use.name}` : `${use.count} products, such as ${use.name}`}. Save a formula without it first.`,
    )
}

function changeSubstances<Result>(ctx: Context, change: (tx: Db) => Promise<Result>): Promise<Result> {
  return staffTransaction(ctx, 'products.edit', async (tx) => {
    await lockSubstances(tx)
    return change(tx)
  })
}

async function findCurrent(ctx: Context, tx: Db, id: string, edition?: number): Promise<StoredSubstance> {
  const current = await findSubstance({ ...ctx, db: tx, reads: tx }, id)
  if (edition !== undefined && current.edition !== edition)
    throw new Refusal(
      'conflict',
      'Someone else just updated this ingredient, so your changes weren’t saved. Reload the page to see theirs.',
    )
  return current
}

/** The law and the INCI dictionary decide its name and how it is labeled. */
function requireSameName(
  before: StoredSubstance,
  { name = before.name, labeledAs = before.labeledAs }: SubstanceEdit,
): void {
  if (name !== before.name)
    throw invalidInput('name', 'This ingredient comes with the store, so its name can’t be changed.')
  if (labeledAs !== before.labeledAs)
    throw invalidInput('labeledAs', 'The law decides how this ingredient is labeled, so it can’t be changed.')
}

const Group = z.strictObject({ name: z.string(), facts: z.unknown() })

/** What the law says about the name on the label applies to the substance. */
async function takeFacts(tx: Db, id: string, labeledAs: string | null): Promise<void> {
  const [group] = await query(tx, Group)`
    select name, facts from substances
    where name = ${labeledAs} and key is not null and facts @> '[{"kind": "fragrance_allergen"}]'
      and fields ->> 'labeledAs' is null`
  if (labeledAs && !group)
    throw invalidInput(
      'labeledAs',
      `“${labeledAs}” isn’t a name of the allergen list. Choose one from the list.`,
    )
  await execute(tx)`update substances set facts = ${sql.json(group?.facts ?? [])} where id = ${id}`
}
