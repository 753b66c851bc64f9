import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import { type AdminProduct, findAdminProduct } from '../catalog/admin-products.server.ts'
import { ProductDraft } from '../catalog/product-draft.ts'
import { createProduct } from '../catalog/save-product.server.ts'
import { setProductPictures } from '../catalog/set-product-pictures.server.ts'
import { adjustStock } from '../catalog/stock.server.ts'
import type { Context } from '../context.ts'
import { invalidInput, parseForm, Refusal } from '../errors.ts'
import { copyFormula } from './copy-formula.server.ts'
import { type AdminSample, findAdminSample } from './sample-list.server.ts'

/** More than a shopper would look through. */
const MAX_SAMPLES = 100
const MAX_POSITION = 10_000

export const SampleDraft = z.object({
  /** The product that it is a sample of, by ID, slug, SKU, or name. */
  product: z.string().trim().min(1, 'Choose a product.').max(200),
  /** The product’s name with “sample” by default. */
  name: z.string().trim().max(200, 'Use at most 200 characters.').optional(),
  stock: z.int('Enter a whole number.').min(0, 'Enter 0 or more.').max(1_000_000).default(0),
})

export const SampleChange = z
  .object({
    active: z.boolean(),
    position: z
      .int('Enter a whole number.')
      .min(0, 'Enter 0 or more.')
      .max(MAX_POSITION, 'Enter at most 10,000.'),
  })
  .partial()
export type SampleChange = z.infer<typeof SampleChange>

/** A sample is a draft with the product's texts, photos, and formula, and with stock of its own. */
export async function createSample(ctx: Context, input: unknown): Promise<AdminSample> {
  requirePermission(ctx.actor, 'products.edit')
  const { product, name, stock } = parseForm(SampleDraft, input)
  const id = await staffTransaction(ctx, 'products.edit', async (tx) => {
    const txContext = { ...ctx, db: tx }
    const fullSize = await findFullSize(txContext, product)
    const { id } = await createProduct(txContext, draftOf(fullSize, name || `${fullSize.name} – sample`))
    const pictureIds = fullSize.images.map((image) => image.id)
    if (pictureIds.length) await setProductPictures(txContext, id, pictureIds)
    await copyFormula(txContext, { from: fullSize.id, to: id })
    if (stock) await adjustStock(txContext, id, { change: stock, reason: 'received' })
    await insertSample(ctx, tx, { id, fullSizeId: fullSize.id })
    return id
  })
  return findAdminSample(ctx, id)
}

async function findFullSize(ctx: Context, name: string): Promise<AdminProduct> {
  const [id] = await queryColumn(ctx.db, z.string())`
    select id from products where (id = ${name} or slug = ${name} or sku = ${name} or lower(name) = lower(${name}))
      and not exists (select from samples where product_id = products.id)
    order by status = 'published' desc, created_at limit 1`
  if (!id) throw invalidInput('product', 'There’s no product with this name, SKU, or slug.')
  return findAdminProduct(ctx, id)
}

function draftOf({ price, originalPrice, ...fullSize }: AdminProduct, name: string): ProductDraft {
  return parseForm(ProductDraft, {
    ...fullSize,
    name: name.slice(0, 200),
    price: originalPrice ?? price,
    originalPrice: null,
    status: 'draft',
    featured: false,
    ...{ sku: null, barcode: null, cost: null, weight: null, sizeQuantity: null, sizeUnit: null },
    ...{ line: null, routineStep: null, seoTitle: null, seoDescription: null, keywords: [] },
  })
}

/** The lock makes two people who add samples count one after the other. */
async function insertSample(
  ctx: Context,
  tx: Db,
  { id, fullSizeId }: { id: string; fullSizeId: string },
): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended('samples', 0))`
  const [count = 0] = await queryColumn(tx, z.int())`select count(*)::int from samples`
  if (count >= MAX_SAMPLES)
    throw new Refusal('conflict', `A store can have up to ${MAX_SAMPLES} samples. Remove one first.`)
  await execute(tx)`
    insert into samples (product_id, full_size_id, position, created_at)
    select ${id}, ${fullSizeId}, least(coalesce(max(position), 0) + 1, ${MAX_POSITION}), ${ctx.now}::timestamptz from samples`
  await writeAudit(ctx, { action: 'product-sample-created', subject: id, after: { fullSizeId } }, tx)
}

export async function changeSample(ctx: Context, id: string, input: unknown): Promise<AdminSample> {
  requirePermission(ctx.actor, 'products.edit')
  const change = parseForm(SampleChange, input)
  await staffTransaction(ctx, 'products.edit', async (tx) => {
    const [before] = await query(tx, StoredSample)`
      select active, position from samples where product_id = ${id} for no key update`
    if (!before) throw sampleNotFound()
    const after = { ...before, ...change }
    await execute(tx)`
      update samples set active = ${after.active}, position = ${after.position} where product_id = ${id}`
    await writeAudit(ctx, { action: 'product-sample-changed', subject: id, before, after }, tx)
  })
  return findAdminSample(ctx, id)
}

const StoredSample = z.strictObject({ active: z.boolean(), position: z.int() })

/** Before the one that precedes it. */
export async function moveSampleUp(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx.actor, 'products.edit')
  await staffTransaction(ctx, 'products.edit', async (tx) => {
    const ids = await queryColumn(tx, z.string())`
      select product_id from samples order by position, product_id for no key update`
    const place = ids.indexOf(id)
    if (place < 0) throw sampleNotFound()
    const order = ids.toSpliced(place, 1).toSpliced(Math.max(0, place - 1), 0, id)
    await execute(tx)`
      update samples set position = moved.position
      from unnest(${order}::text[]) with ordinality as moved (id, position) where product_id = moved.id`
    await writeAudit(ctx, { action: 'product-sample-moved', subject: id }, tx)
  })
}

/** Its product stays, archived, because orders and stock refer to it. */
export async function removeSample(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx.actor, 'products.edit')
  await staffTransaction(ctx, 'products.edit', async (tx) => {
    const removed = await execute(tx)`delete from samples where product_id = ${id}`
    if (!removed) throw sampleNotFound()
    await execute(tx)`update products set status = 'archived', edition = edition + 1 where id = ${id}`
    await writeAudit(ctx, { action: 'product-sample-removed', subject: id }, tx)
  })
}

const sampleNotFound = () => new Refusal('not_found', 'Sample not found.')
