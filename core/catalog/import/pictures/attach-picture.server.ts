import { z } from 'zod'
import { insertAuditEntry } from '#core/audit/audit.server.ts'
import { MAX_PICTURES, writeProductPictures } from '#core/catalog/set-product-pictures.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import type { PictureClaim } from './claim-pictures.server.ts'
import { findImportStarter, type ImportStarter } from './import-starter.server.ts'
import { insertInOrder } from './picture-order.ts'

/** Adds a picture to the products that wait for it. What another job finished meanwhile is left alone. */
export async function attachPicture(tx: Db, claim: PictureClaim, pictureId: string): Promise<void> {
  const waiting = await lockWaitingProducts(tx, claim)
  const starter = await findImportStarter(tx, claim.importId)
  await execute(tx)`
    update pictures set alt = ${claim.alt} where id = ${pictureId} and alt = '' and ${claim.alt}::text <> ''`
  for (const product of waiting) {
    const problem = await addToProduct(tx, product, { ...starter, pictureId, importId: claim.importId })
    await execute(tx)`
      update product_import_pictures
      set state = ${problem ? 'failed' : 'done'}, problem = ${problem}, picture_id = ${pictureId}, claimed_until = null
      where import_id = ${claim.importId} and line = ${product.line} and number = ${product.number}`
  }
}

/** Its pictures before its family before the product, each in order, so that two jobs can't deadlock. */
async function lockWaitingProducts(tx: Db, { importId, source }: PictureClaim): Promise<WaitingProduct[]> {
  const pending = await query(tx, PendingPicture)`
    select p.line, p.number, coalesce(
        (select id from products where slug = r.slug),
        (select product_id from product_former_slugs where slug = r.slug)) as "productId"
    from product_import_pictures p join product_import_rows r on r.import_id = p.import_id and r.line = p.line
    where p.import_id = ${importId} and p.source = ${source} and p.state = 'pending'
    order by p.line, p.number for update of p`
  const ids = pending.flatMap(({ productId }) => productId ?? [])
  await execute(tx)`select lock_families_of(${ids})`
  const products = await queryColumn(tx, z.string())`
    select id from products where id = any(${ids}) order by id for no key update`
  const place = ({ productId }: PendingPicture) => products.indexOf(productId ?? '')
  return pending
    .map((picture) => ({ ...picture, productId: products[place(picture)] ?? null }))
    .toSorted((one, other) => place(one) - place(other))
}

const PendingPicture = z.strictObject({ line: z.int(), number: z.int(), productId: z.string().nullable() })
type PendingPicture = z.infer<typeof PendingPicture>
type WaitingProduct = PendingPicture

type Addition = ImportStarter & { importId: string; pictureId: string }

/** Returns why the product can't have the picture. */
async function addToProduct(
  tx: Db,
  { productId, line, number }: WaitingProduct,
  { importId, pictureId, startedBy, requestId }: Addition,
): Promise<string | null> {
  if (!productId) return PRODUCT_GONE
  const before = await queryColumn(tx, z.string())`
    select picture_id from product_pictures where product_id = ${productId} order by position`
  const imported = await query(tx, ImportedPicture)`
    select number, picture_id as "pictureId" from product_import_pictures
    where import_id = ${importId} and line = ${line} and state = 'done'`
  const after = insertInOrder(before, { number, pictureId }, imported)
  if (after.length > MAX_PICTURES) return TOO_MANY
  if (after.length === before.length) return null
  await execute(tx)`update products set own_pictures = true where id = ${productId}`
  await writePictures(tx, productId, { before, after })
  const entry = { at: new Date(), actorId: startedBy, requestId, subject: productId }
  await insertAuditEntry(tx, { ...entry, action: 'pictures-hung', before, after })
  const published = await publishWithPicture(tx, { importId, line, productId })
  if (published) await insertAuditEntry(tx, { ...entry, action: 'product-published', ...published })
  return null
}

const ImportedPicture = z.strictObject({ number: z.int(), pictureId: z.string().nullable() })

const PRODUCT_GONE = 'This product no longer exists.'
const TOO_MANY = `The product has ${MAX_PICTURES} photos already, the most that it can have.`

/** Each row that is written changes the pages of the product. */
async function writePictures(
  tx: Db,
  productId: string,
  { before, after }: { before: string[]; after: string[] },
): Promise<void> {
  const isAppended = before.every((pictureId, index) => pictureId === after[index])
  if (!isAppended) return writeProductPictures(tx, productId, after)
  await execute(tx)`
    insert into product_pictures (product_id, position, picture_id)
    select ${productId}, coalesce(max(position), 0) + 1, ${after.at(-1) ?? ''}
    from product_pictures where product_id = ${productId}`
}

type PicturedRow = { importId: string; line: number; productId: string }

/** The file published the product. Unless staff changed its status since, the picture was all that it lacked. */
async function publishWithPicture(tx: Db, { importId, line, productId }: PicturedRow) {
  const [status] = await queryColumn(tx, z.string())`
    with waiting as (
      update product_import_rows set publish_with_picture = false
      where import_id = ${importId} and line = ${line} and publish_with_picture returning draft ->> 'status' as status)
    update products p set status = 'published', edition = p.edition + 1
    from waiting w where p.id = ${productId} and p.status = w.status returning w.status`
  return status === undefined ? undefined : { before: { status }, after: { status: 'published' } }
}
