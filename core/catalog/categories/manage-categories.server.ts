import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, parseForm, Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { explainConstraints } from '../constraint-messages.server.ts'
import { forgetCategories } from './categories.server.ts'
import { CategoryDraft } from './category-draft.ts'
import { insertCategory, lockCategories } from './insert-category.server.ts'

const AdminCategory = z.strictObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  pictureId: z.string().nullable(),
  hidden: z.boolean(),
  parentId: z.string().nullable(),
  edition: z.int(),
  /** Its own products, without its children's: published ones, and all. */
  published: z.int(),
  products: z.int(),
})
export type AdminCategory = z.infer<typeof AdminCategory>

const selectAdmin = (condition: Sql) => sql`
  select c.id, c.name, c.slug, c.description, c.picture_id as "pictureId", c.hidden, c.parent_id as "parentId", c.edition,
    (select count(*)::int from products p where p.category = c.name and p.status = 'published') as published,
    (select count(*)::int from products p where p.category = c.name) as products
  from categories c left join categories parent on parent.id = c.parent_id
  where ${condition} order by coalesce(parent.position, c.position), c.depth, c.position`

/** Each of the first level, then its children. */
export async function listAdminCategories(ctx: Context): Promise<AdminCategory[]> {
  requirePermission(ctx.actor, 'products.view')
  return query(ctx.db, AdminCategory)`${selectAdmin(sql`true`)}`
}

export async function findAdminCategory(ctx: Context, id: string): Promise<AdminCategory> {
  requirePermission(ctx.actor, 'products.view')
  const [category] = await query(ctx.db, AdminCategory)`${selectAdmin(sql`c.id = ${id}`)}`
  if (!category) throw new Refusal('not_found', 'Category not found.')
  return category
}

/** `place` is among the categories of its level and parent, from 1. By default it is the last. */
export async function createCategory(ctx: Context, input: unknown, place?: number): Promise<AdminCategory> {
  return changeCategories(ctx, async (tx) => {
    const draft = parseForm(CategoryDraft, input)
    const id = await insertCategory(tx, draft)
    if (place !== undefined) await placeAmongSiblings(tx, id, place)
    await writeAudit(ctx, { action: 'product-category-created', subject: id, after: draft }, tx)
    return findAdminCategory({ ...ctx, db: tx }, id)
  })
}

/** With `edition`, an edit of an older edition is refused. `place` is among its siblings, from 1. */
export async function editCategory(
  ctx: Context,
  id: string,
  { edition, place, ...change }: Partial<CategoryDraft> & { edition?: number; place?: number },
): Promise<AdminCategory> {
  return changeCategories(ctx, async (tx) => {
    const before = await findAdminCategory({ ...ctx, db: tx }, id)
    if (edition !== undefined && before.edition !== edition)
      throw new Refusal(
        'conflict',
        'Someone else just updated this category, so your changes weren’t saved. Reload the page to see theirs.',
      )
    const draft = parseForm(CategoryDraft, { ...before, ...change })
    // A new name is written to its products too.
    await execute(tx)`set local statement_timeout = '60s'`
    await execute(tx)`
      update categories set name = ${draft.name}, slug = ${draft.slug || before.slug}, description = ${draft.description},
        picture_id = ${draft.pictureId}, hidden = ${draft.hidden}, parent_id = ${draft.parentId}, edition = edition + 1
      where id = ${id}`
    if (place !== undefined) await placeAmongSiblings(tx, id, place)
    await writeAudit(
      ctx,
      {
        action: 'product-category-changed',
        subject: id,
        before,
        after: { ...draft, ...(place && { place }) },
      },
      tx,
    )
    return findAdminCategory({ ...ctx, db: tx }, id)
  })
}

/** One step among the categories of its level and parent. */
export async function moveCategory(ctx: Context, id: string, step: -1 | 1): Promise<void> {
  await changeCategories(ctx, async (tx) => {
    const siblings = await siblingsOf(tx, id)
    await placeAmongSiblings(tx, id, siblings.indexOf(id) + 1 + step)
    await writeAudit(ctx, { action: 'product-category-moved', subject: id, after: { step } }, tx)
  })
}

/** Its products move to another category, as they must have one. */
export async function deleteCategory(ctx: Context, id: string, moveTo: string | null): Promise<void> {
  await changeCategories(ctx, async (tx) => {
    const before = await findAdminCategory({ ...ctx, db: tx }, id)
    const children = await execute(tx)`select from categories where parent_id = ${id}`
    if (children)
      throw new Refusal('conflict', 'This category has others in it. Move them or delete them first.')
    if (moveTo === id) throw invalidInput('moveTo', 'Choose another category.')
    const [target] = await queryColumn(tx, z.string())`select name from categories where id = ${moveTo}`
    const isUsed = await execute(tx)`
      select from products where category = ${before.name} union all select from families where category = ${before.name} limit 1`
    if (isUsed) {
      if (!target) throw invalidInput('moveTo', 'Choose the category that its products move to.')
      await execute(tx)`set local statement_timeout = '60s'`
      // Members take their family's category.
      await execute(
        tx,
      )`update families set category = ${target}, edition = edition + 1 where category = ${before.name}`
      await execute(tx)`
        update products set category = ${target}, edition = edition + 1 where category = ${before.name}`
    }
    if ((await execute(tx)`select from categories`) === 1)
      throw new Refusal('conflict', 'A store has at least one category, so this one can’t be deleted.')
    await execute(tx)`delete from categories where id = ${id}`
    await writeAudit(
      ctx,
      { action: 'product-category-deleted', subject: id, before, after: { movedTo: target ?? null } },
      tx,
    )
  })
}

async function changeCategories<Result>(ctx: Context, change: (tx: Db) => Promise<Result>): Promise<Result> {
  try {
    return await explainConstraints(() =>
      staffTransaction(ctx, 'products.edit', async (tx) => {
        await lockCategories(tx)
        return change(tx)
      }),
    )
  } finally {
    forgetCategories(ctx.db)
  }
}

function siblingsOf(tx: Db, id: string): Promise<string[]> {
  return queryColumn(tx, z.string())`
    select s.id from categories c join categories s on s.parent_id is not distinct from c.parent_id
    where c.id = ${id} order by s.position`
}

async function placeAmongSiblings(tx: Db, id: string, place: number): Promise<void> {
  const siblings = await siblingsOf(tx, id)
  const order = siblings.filter((sibling) => sibling !== id)
  order.splice(Math.max(0, place - 1), 0, id)
  await execute(tx)`
    update categories c set position = free.position
    from unnest(${order}::text[]) with ordinality as wanted (id, place)
    join (select position, row_number() over (order by position) as place from categories where id = any(${siblings})) free
      using (place)
    where c.id = wanted.id and c.position <> free.position`
}
