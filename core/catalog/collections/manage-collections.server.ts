import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, parseForm, Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { categoryNames } from '../categories/categories.server.ts'
import { explainConstraints } from '../constraint-messages.server.ts'
import { CollectionDraft, CollectionRule } from './collection.ts'
import { insertCollection, lockCollections, noteCollectionsChange } from './insert-collection.server.ts'

const AdminCollection = z.strictObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  pictureId: z.string().nullable(),
  hidden: z.boolean(),
  rule: CollectionRule.nullable(),
  edition: z.int(),
  /** That staff chose, in their order. */
  productIds: z.array(z.string()),
})
export type AdminCollection = z.infer<typeof AdminCollection>

const selectAdmin = (condition: Sql) => sql`
  select c.id, c.name, c.slug, c.description, c.picture_id as "pictureId", c.hidden, c.rule, c.edition,
    array(select product_id from collection_products where collection_id = c.id order by position) as "productIds"
  from collections c where ${condition} order by lower(c.name)`

/** By name. */
export async function listAdminCollections(ctx: Context): Promise<AdminCollection[]> {
  requirePermission(ctx.actor, 'products.view')
  return query(ctx.db, AdminCollection)`${selectAdmin(sql`true`)}`
}

export async function findAdminCollection(ctx: Context, id: string): Promise<AdminCollection> {
  requirePermission(ctx.actor, 'products.view')
  const [collection] = await query(ctx.db, AdminCollection)`${selectAdmin(sql`c.id = ${id}`)}`
  if (!collection) throw new Refusal('not_found', 'Collection not found.')
  return collection
}

export async function createCollection(ctx: Context, input: unknown): Promise<AdminCollection> {
  return changeCollections(ctx, async (tx) => {
    const draft = await parseDraft({ ...ctx, db: tx }, input)
    const id = await insertCollection(tx, draft, ctx.now)
    await writeProducts(tx, id, draft)
    await writeAudit(ctx, { action: 'product-collection-created', subject: id, after: draft }, tx)
    return findAdminCollection({ ...ctx, db: tx }, id)
  })
}

/** With `edition`, an edit of an older edition is refused. */
export async function editCollection(
  ctx: Context,
  id: string,
  { edition, ...change }: Partial<CollectionDraft> & { edition?: number },
): Promise<AdminCollection> {
  return changeCollections(ctx, async (tx) => {
    const before = await findAdminCollection({ ...ctx, db: tx }, id)
    if (edition !== undefined && before.edition !== edition)
      throw new Refusal(
        'conflict',
        'Someone else just updated this collection, so your changes weren’t saved. Reload the page to see theirs.',
      )
    const draft = await parseDraft({ ...ctx, db: tx }, { ...before, ...change })
    await execute(tx)`
      update collections set name = ${draft.name}, slug = ${draft.slug || before.slug}, description = ${draft.description},
        picture_id = ${draft.pictureId}, hidden = ${draft.hidden}, rule = ${draft.rule && sql.json(draft.rule)},
        edition = edition + 1
      where id = ${id}`
    await writeProducts(tx, id, draft)
    await writeAudit(ctx, { action: 'product-collection-changed', subject: id, before, after: draft }, tx)
    return findAdminCollection({ ...ctx, db: tx }, id)
  })
}

/** Its products stay in the catalog. */
export async function deleteCollection(ctx: Context, id: string): Promise<void> {
  await changeCollections(ctx, async (tx) => {
    const before = await findAdminCollection({ ...ctx, db: tx }, id)
    await execute(tx)`delete from collections where id = ${id}`
    await writeAudit(ctx, { action: 'product-collection-deleted', subject: id, before }, tx)
  })
}

/** The products on these lines, each by its SKU or slug. */
export async function findProductLines(ctx: Context, lines: string[]): Promise<string[]> {
  requirePermission(ctx.actor, 'products.view')
  const rows = await query(ctx.db, ProductLine)`
    select id, slug, sku from products where slug = any(${lines}) or sku = any(${lines})`
  return lines.map((line, index) => {
    const product = rows.find(({ sku }) => sku === line) ?? rows.find(({ slug }) => slug === line)
    if (!product)
      throw invalidInput(
        'productIds',
        `Line ${index + 1}: no product has the SKU or slug “${line.slice(0, 80)}”.`,
      )
    return product.id
  })
}

const ProductLine = z.strictObject({ id: z.string(), slug: z.string(), sku: z.string().nullable() })

async function parseDraft(ctx: Context, input: unknown): Promise<CollectionDraft> {
  const draft = parseForm(CollectionDraft, input)
  if (draft.rule?.category)
    await categoryNames(ctx, draft.rule.category).catch((error: unknown) => {
      throw error instanceof Refusal ? invalidInput('rule', error.message) : error
    })
  return draft
}

async function changeCollections<Result>(ctx: Context, change: (tx: Db) => Promise<Result>): Promise<Result> {
  return explainConstraints(() =>
    staffTransaction(ctx, 'products.edit', async (tx) => {
      await lockCollections(tx)
      const result = await change(tx)
      await noteCollectionsChange(tx)
      return result
    }),
  )
}

async function writeProducts(tx: Db, id: string, { rule, productIds }: CollectionDraft): Promise<void> {
  await execute(tx)`delete from collection_products where collection_id = ${id}`
  if (rule) return
  const written = await execute(tx)`
    insert into collection_products (collection_id, product_id, position)
    select ${id}, p.id, place from unnest(${productIds}::text[]) with ordinality as chosen (id, place)
    join products p using (id)`
  if (written < productIds.length)
    throw invalidInput('productIds', 'One of these products no longer exists. Remove it.')
}
