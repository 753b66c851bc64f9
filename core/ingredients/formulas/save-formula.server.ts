import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { lockSubstances } from '../substance-names.server.ts'
import type { FormulaDraft, FormulaOwner } from './formula.ts'
import { resolveFormula } from './resolve-formula.server.ts'
import { auditedFormula, findLatestFormulas, ownerId, writeFormulas } from './write-formulas.server.ts'

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
    const [latest] = await findLatestFormulas(tx, [ownerId(owner)])
    if (draft.version !== undefined && draft.version !== (latest?.version ?? 0))
      throw new Refusal(
        'conflict',
        'Someone else just saved a version of this formula, so yours wasn’t saved. Reload the page to see theirs.',
      )
    const resolved = await resolveFormula(tx, draft)
    const [version = 0] = await writeFormulas(tx, ctx.now, [{ owner, latest, draft, resolved }])
    await writeAudit(
      ctx,
      {
        action: 'formula-saved',
        subject: ownerId(owner),
        after: auditedFormula(version, draft),
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
