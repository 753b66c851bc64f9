import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { columnNames, recordColumns, recordValues } from '#core/fields/field-columns.server.ts'
import { newId } from '#core/ids.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { explainConstraints } from '../constraint-messages.server.ts'
import { type AdminFamily, findAdminFamily } from './admin-families.server.ts'
import {
  FAMILY_FIELDS,
  FamilyDraft,
  type FamilyInput,
  MAX_MEMBERS,
  type MemberDraft,
  usedSettings,
} from './family.ts'
import { CUSTOM_OPTIONS, type CustomOption } from './family-options.ts'
import { insertFamily } from './insert-family.server.ts'
import { insertMembers } from './insert-members.server.ts'
import { type JoiningProduct, joinProducts } from './join-products.server.ts'

const MemberId = z.strictObject({ id: z.string() })

type NewFamily = { draft: FamilyInput; members?: MemberDraft[]; products?: JoiningProduct[]; slug?: string }

/** From new members, existing products, or both. */
export async function createFamily(ctx: Context, family: NewFamily): Promise<AdminFamily> {
  requirePermission(ctx.actor, 'products.edit')
  const { members = [], products = [] } = family
  const draft = parseForm(FamilyDraft, family.draft)
  if (!members.length && !products.length)
    throw new Refusal('invalid_input', 'A family has at least one product.', {
      members: 'Add at least one product.',
    })
  const id = newId('family')
  return explainConstraints(() =>
    staffTransaction(ctx, 'products.edit', async (tx) => {
      await insertFamily(tx, id, { draft, slug: family.slug, at: ctx.now })
      await joinProducts({ ...ctx, db: tx }, { id, ...draft }, products)
      await insertMembers({ ...ctx, db: tx }, { id, ...draft }, members)
      await refuseTooMany(tx, id)
      await writeAudit(
        ctx,
        { action: 'family-created', subject: id, after: { ...draft, members, products } },
        tx,
      )
      return findAdminFamily({ ...ctx, db: tx }, id)
    }),
  )
}

/** With `edition`, an edit of an older edition is refused. */
export async function editFamily(
  ctx: Context,
  id: string,
  { edition, ...change }: Partial<FamilyDraft> & { edition?: number | undefined },
): Promise<AdminFamily> {
  return explainConstraints(() =>
    staffTransaction(ctx, 'products.edit', async (tx) => {
      const before = await lockFamily({ ...ctx, db: tx }, id)
      if (edition !== undefined && before.edition !== edition)
        throw new Refusal(
          'conflict',
          'Someone else just updated this family, so your changes weren’t saved. Reload the page to see theirs.',
        )
      const draft = parseForm(FamilyDraft, { ...before, ...change })
      await execute(tx)`
        update families set (${columnNames(FAMILY_FIELDS)}, options, option_settings, edition)
          = (${recordValues(FAMILY_FIELDS, 'r')}, ${draft.options}, ${sql.json(usedSettings(draft))}::jsonb, edition + 1)
        from json_to_record(${sql.json(draft)}) as r (${recordColumns(FAMILY_FIELDS)})
        where id = ${id}`
      await clearOptions(
        tx,
        id,
        CUSTOM_OPTIONS.filter((option) => before.options.includes(option) && !draft.options.includes(option)),
      )
      await writeAudit(ctx, { action: 'family-changed', subject: id, before, after: draft }, tx)
      return findAdminFamily({ ...ctx, db: tx }, id)
    }),
  )
}

/** Values of an option that was removed would be those of the next option in its place. */
async function clearOptions(tx: Db, id: string, removed: readonly CustomOption[]): Promise<void> {
  for (const option of removed)
    await execute(
      tx,
    )`update products set ${sql.raw(option)} = null, edition = edition + 1 where family_id = ${id}`
}

/** New shades or sizes are drafts without stock or pictures. */
export async function addMembers(ctx: Context, id: string, members: MemberDraft[]): Promise<string[]> {
  return explainConstraints(() =>
    staffTransaction(ctx, 'products.edit', async (tx) => {
      const family = await lockFamily({ ...ctx, db: tx }, id)
      const ids = await insertMembers({ ...ctx, db: tx }, family, members)
      await refuseTooMany(tx, id)
      await writeAudit(ctx, { action: 'family-members-added', subject: id, after: { members } }, tx)
      return ids
    }),
  )
}

/** Each product keeps its ID, its slug, and its place in carts and orders. */
export async function addProducts(ctx: Context, id: string, products: JoiningProduct[]): Promise<void> {
  await explainConstraints(() =>
    staffTransaction(ctx, 'products.edit', async (tx) => {
      const family = await lockFamily({ ...ctx, db: tx }, id)
      await joinProducts({ ...ctx, db: tx }, family, products)
      await refuseTooMany(tx, id)
      await writeAudit(ctx, { action: 'family-products-joined', subject: id, after: { products } }, tx)
    }),
  )
}

/** A product that leaves keeps the family's text. A family that loses its last product is deleted: `isDeleted`. */
export async function removeProducts(
  ctx: Context,
  id: string,
  productIds: string[],
): Promise<{ isDeleted: boolean }> {
  return staffTransaction(ctx, 'products.edit', async (tx) => {
    await lockFamily({ ...ctx, db: tx }, id)
    const removed = await query(tx, MemberId)`
      update products p set family_id = null, edition = p.edition + 1,
        tagline = case when p.tagline = '' then f.tagline else p.tagline end,
        description = case when p.description = '' then f.description else p.description end,
        benefits = case when p.benefits = '{}' then f.benefits else p.benefits end,
        how_to_use = case when p.how_to_use = '{}' then f.how_to_use else p.how_to_use end
      from families f where f.id = ${id} and p.family_id = f.id and p.id = any(${productIds}) returning p.id`
    if (removed.length < new Set(productIds).size)
      throw new Refusal('conflict', 'One of these products is no longer in this family. Reload the page.')
    const deleted = await query(tx, MemberId)`
      delete from families where id = ${id} and not exists (select from products where family_id = ${id})
      returning id`
    await writeAudit(ctx, { action: 'family-products-removed', subject: id, before: { productIds } }, tx)
    return { isDeleted: deleted.length > 0 }
  })
}

/** Products that are missing in `productIds` come last, in their old order. */
export async function reorderMembers(ctx: Context, id: string, productIds: string[]): Promise<void> {
  await staffTransaction(ctx, 'products.edit', async (tx) => {
    await lockFamily({ ...ctx, db: tx }, id)
    await execute(tx)`
      update products p set position = o.place from (
        select id, row_number() over (order by array_position(${productIds}::text[], id), position, id)::int as place
        from products where family_id = ${id}) o
      where o.id = p.id and p.position <> o.place`
    await writeAudit(ctx, { action: 'family-reordered', subject: id, after: { productIds } }, tx)
  })
}

/** Locked before its members, as every change of a family does. */
async function lockFamily(ctx: Context, id: string): Promise<AdminFamily> {
  await execute(ctx.db)`select from families where id = ${id} for no key update`
  return findAdminFamily(ctx, id)
}

async function refuseTooMany(tx: Db, id: string): Promise<void> {
  const members = await query(tx, MemberId)`
    select id from products where family_id = ${id} limit ${MAX_MEMBERS + 1}`
  if (members.length <= MAX_MEMBERS) return
  const message = `A family can have up to ${MAX_MEMBERS} products. Split it into several families.`
  throw new Refusal('invalid_input', message, { members: message })
}
