import { z } from 'zod'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { invalidInput, parseForm, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { type AdminProduct, findAdminProduct } from './admin-products.server.ts'
import { explainConstraints } from './constraint-messages.server.ts'
import { ProductDraft, slugify } from './product-draft.ts'
import { PUBLISH_STATUSES, type PublishStatus } from './publish-status.ts'
import { insertProducts, overwriteProducts } from './write-products.server.ts'

export async function createProduct(
  ctx: Context,
  draft: ProductDraft,
  preferredSlug?: string,
): Promise<AdminProduct> {
  const id = await explainConstraints(() =>
    staffTransaction(ctx, 'products.edit', async (tx) => {
      const id = await insertProduct({ db: tx, now: ctx.now }, draft, preferredSlug)
      await writeAudit(ctx, { action: 'product-created', subject: id, after: draft }, tx)
      return id
    }),
  )
  return findAdminProduct(ctx, id)
}

async function insertProduct(
  { db: tx, now }: Pick<Context, 'db' | 'now'>,
  draft: ProductDraft,
  preferredSlug = slugify(draft.name),
): Promise<string> {
  const id = newId('product')
  for (const slug of [preferredSlug, `${preferredSlug}-${id.slice(-6)}`]) {
    const inserted = await insertProducts(tx, [{ ...draft, id, slug, inStock: false, createdAt: now }])
    if (inserted.size) return id
  }
  throw new Error(`The slugs for “${preferredSlug}” are taken`)
}

const EDIT_CONFLICT =
  'Someone else just updated this product, so your changes weren’t saved. Reload the page to see theirs.'

/** With `edition`, an edit of an older edition is refused, so that two administrators can't overwrite each other. */
export async function editProduct(
  ctx: Context,
  id: string,
  { edition, ...change }: Partial<ProductDraft> & { edition?: number | undefined },
): Promise<AdminProduct> {
  await explainConstraints(() =>
    staffTransaction(ctx, 'products.edit', async (tx) => {
      const before = await lockProduct(ctx, tx, id)
      if (edition !== undefined && before.edition !== edition) throw new Refusal('conflict', EDIT_CONFLICT)
      refuseSalePrice(before, change)
      const draft = parseForm(ProductDraft, { ...before, ...change })
      if (before.familyId !== null) refuseFamilyFields(before, draft)
      await overwriteProducts(tx, [{ ...draft, slug: before.slug }])
      await writeAudit(ctx, { action: 'product-changed', subject: id, ...diffDrafts(before, draft) }, tx)
    }),
  )
  return findAdminProduct(ctx, id)
}

/** The price alone doesn't tell whether the regular one is meant. */
function refuseSalePrice(
  before: ProductDraft,
  { price = before.price, originalPrice }: Partial<ProductDraft>,
) {
  if (before.originalPrice === null || price === before.price || originalPrice !== undefined) return
  throw invalidInput(
    'price',
    'An offer decides this price now. Change the regular price after the offer, or pause it first.',
  )
}

function refuseFamilyFields(before: ProductDraft, draft: ProductDraft): void {
  const changed = (['name', 'brand', 'category'] as const).filter((field) => draft[field] !== before[field])
  const message = 'All products of a family share this. Change it in the family.'
  if (changed.length)
    throw new Refusal('invalid_input', message, Object.fromEntries(changed.map((field) => [field, message])))
}

export async function duplicateProduct(ctx: Context, id: string): Promise<AdminProduct> {
  const original = await findAdminProduct(ctx, id)
  const draft = parseForm(ProductDraft, {
    ...original,
    price: original.originalPrice ?? original.price,
    originalPrice: null,
    name: `${original.name} (copy)`.slice(0, 200),
    status: 'draft',
    featured: false,
    sku: null,
    barcode: null,
  })
  return staffTransaction(ctx, 'products.edit', async (tx) => {
    const copyId = await insertProduct({ db: tx, now: ctx.now }, draft)
    await execute(tx)`
      insert into product_pictures (product_id, position, picture_id)
      select ${copyId}, position, picture_id from product_pictures where product_id = ${id}`
    await writeAudit(ctx, { action: 'product-created', subject: copyId, after: { copyOf: id } }, tx)
    return findAdminProduct({ ...ctx, db: tx }, copyId)
  })
}

const StatusChange = z.strictObject({ id: z.string(), was: z.enum(PUBLISH_STATUSES) })
export type StatusChange = z.infer<typeof StatusChange>

export async function setPublishStatus(
  ctx: Context,
  ids: string[],
  status: PublishStatus,
): Promise<StatusChange[]> {
  return staffTransaction(ctx, 'products.edit', async (tx) => {
    const changes = await explainConstraints(
      () => query(tx, StatusChange)`
      with before as (
        select id, status from products where id = any(${ids}) and status <> ${status} order by id for no key update)
      update products p set status = ${status}, edition = p.edition + 1
      from before b where p.id = b.id returning p.id, b.status as was`,
    )
    for (const { id, was } of changes)
      await writeAudit(
        ctx,
        { action: `product-${status}`, subject: id, before: { status: was }, after: { status } },
        tx,
      )
    return changes
  })
}

export async function restorePublishStatus(ctx: Context, changes: StatusChange[]): Promise<number> {
  let changed = 0
  for (const status of PUBLISH_STATUSES) {
    const ids = changes.filter(({ was }) => was === status).map(({ id }) => id)
    changed += (await setPublishStatus(ctx, ids, status)).length
  }
  return changed
}

async function lockProduct(ctx: Context, tx: Db, id: string): Promise<AdminProduct> {
  // A family is locked before its products.
  await execute(tx)`select lock_families_of(array[${id}])`
  await execute(tx)`select 1 from products where id = ${id} for no key update`
  return findAdminProduct({ ...ctx, db: tx }, id)
}

export function diffDrafts<Draft extends ProductDraft>(
  before: Draft,
  after: Draft,
): { before: object; after: object } {
  const changedFields = (Object.keys(after) as (keyof Draft)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pickChanged = (from: Draft) => Object.fromEntries(changedFields.map((name) => [name, from[name]]))
  return { before: pickChanged(before), after: pickChanged(after) }
}
