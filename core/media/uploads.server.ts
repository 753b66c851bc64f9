import { z } from 'zod'
import type { ApprovalAction } from '#core/approval-rules/approval.ts'
import { findApprovalRules, requireApproval } from '#core/approval-rules/approval-rules.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { findOption, type ListPage, type ListQuery, listPage, type SortOrder } from '../pagination.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { FILE_SORTS, pageOfUploads, UPLOADS } from './page-of-uploads.server.ts'
import { storagePath } from './save-upload.server.ts'
import { BUCKETS, type Bucket, LIST_LIMIT, publicPath, type Upload } from './upload.ts'

const FILTERS = {
  images: sql`m.type like 'image/%'`,
  video: sql`m.type like 'video/%'`,
  audio: sql`m.type like 'audio/%'`,
  documents: sql`(m.type like 'application/%' or m.type like 'text/%')`,
  undescribed: sql`m.alt = ''`,
}

export async function listUploads(
  ctx: Context,
  bucket: Bucket,
  { search, sort, filter, ...pageQuery }: ListQuery,
): Promise<ListPage<Upload>> {
  requirePermission(ctx.actor, 'media.edit')
  const order: SortOrder<Upload> = findOption(FILE_SORTS, sort) ?? FILE_SORTS.newest
  const isListed = findOption(FILTERS, filter) ?? sql`true`
  return listPage(order, { limit: LIST_LIMIT, ...pageQuery }, async (range) => {
    const rows = sql`select * from (${UPLOADS}) m where m.bucket = ${bucket} and ${range.cursorCondition} and ${isListed}`
    const page = await pageOfUploads(ctx.db, { bucket, rows, range, search })
    return query(ctx.db, UploadRow, { prepare: false })`
      select ${UPLOAD_COLUMNS} from ${page} m order by ${range.orderBy}`
  })
}

type FolderQuery = { prefix: string; limit: number; offset: number; sort: 'name' | 'created_at' }

export async function listFolder(ctx: Context, bucket: Bucket, { prefix, limit, offset, sort }: FolderQuery) {
  requirePermission(ctx.actor, 'media.edit')
  const order = sort === 'name' ? sql`u.path, u.id` : sql`u.created_at desc, u.id desc`
  return selectUploads(
    ctx,
    sql`u.bucket = ${bucket} and starts_with(u.path, ${prefix}) order by ${order} limit ${limit} offset ${offset}`,
  )
}

/** Needs no sign-in, because uploaded files are public. */
export async function findUpload(ctx: Context, bucket: Bucket, path: string): Promise<Upload> {
  const [upload] = await selectUploads(ctx, sql`u.bucket = ${bucket} and u.path = ${path}`)
  if (!upload) throw fileNotFound()
  return upload
}

const fileNotFound = () => new Refusal('not_found', 'File not found.')

export async function findProductsUsingUpload(
  ctx: Context,
  { pictureId }: Upload,
): Promise<{ id: string; name: string }[]> {
  requirePermission(ctx.actor, 'media.edit')
  if (!pictureId) return []
  return query(ctx.db, ProductName)`
    select p.id, p.name from product_pictures pp join products p on p.id = pp.product_id
    where pp.picture_id = ${pictureId} order by p.name`
}

const ProductName = z.strictObject({ id: z.string(), name: z.string() })

export async function setUploadAlt(ctx: Context, id: string, alt: string): Promise<void> {
  await staffTransaction(
    ctx,
    'media.edit',
    (tx) => execute(tx)`
      update pictures set alt = ${alt.trim().slice(0, 500)}
      where id = (select picture_id from uploads where id = ${id})`,
  )
}

const MAX_SINGLE_DELETIONS = 20

export async function removeUpload(ctx: Context, bucket: Bucket, path: string): Promise<void> {
  requirePermission(ctx.actor, 'media.edit')
  const { bulkDeletion } = await findApprovalRules(ctx)
  if (bulkDeletion && (await hasDeletedMany(ctx)))
    throw new Refusal(
      'approval_required',
      `You have deleted ${MAX_SINGLE_DELETIONS} files within an hour. To delete more, select them in the list and request approval, or wait.`,
    )
  await deleteUpload(ctx, await findUpload(ctx, bucket, path))
}

/** One after the other, within an hour. */
async function hasDeletedMany(ctx: Context): Promise<boolean> {
  const { id: actorId } = requirePermission(ctx.actor, 'media.edit')
  const [count = 0] = await queryColumn(ctx.db, z.int())`
    select count(*)::int from (
      select action, at from audit_entries where actor_id = ${actorId} order by id desc limit ${10 * MAX_SINGLE_DELETIONS}::int
    ) newest where action = 'file-deleted' and at > ${ctx.now}::timestamptz - interval '1 hour'`
  return count >= MAX_SINGLE_DELETIONS
}

/** A job deletes the bytes after the rows, so that no page links to a missing file. */
async function deleteUpload(ctx: Context, upload: Upload): Promise<void> {
  const { id, bucket, path, pictureId, name } = upload
  const { store, brand } = await readStoreSettings(ctx.db)
  if (store.logo === publicPath(upload))
    throw new Refusal('conflict', `${name} is the store’s logo. Choose another logo in Settings first.`)
  if (brand.icon === publicPath(upload) || (pictureId && brand.sharePicture === pictureId))
    throw new Refusal(
      'conflict',
      `${name} is part of the store’s brand. Choose another picture in Settings first.`,
    )
  await staffTransaction(ctx, 'media.edit', async (tx) => {
    if (!(await execute(tx)`delete from uploads where id = ${id}`)) throw fileNotFound()
    const pictureWidth = pictureId ? await deletePicture(tx, pictureId) : null
    await enqueueJob(tx, 'remove-files', { paths: [storagePath(upload)], pictureId, pictureWidth })
    await writeAudit(ctx, { action: 'file-deleted', subject: id, before: { bucket, path, name } }, tx)
  })
}

/** Returns the width of its master. */
async function deletePicture(db: Db, id: string): Promise<number | null> {
  await execute(db)`delete from product_pictures where picture_id = ${id}`
  const [width = null] = await queryColumn(db, z.int())`delete from pictures where id = ${id} returning width`
  return width
}

export async function removeUploads(ctx: Context, bucket: Bucket, ids: string[]): Promise<number> {
  requirePermission(ctx.actor, 'media.edit')
  const uploads = await selectUploads(ctx, sql`u.bucket = ${bucket} and u.id = any(${ids})`)
  if (uploads.length > 1 || (await hasDeletedMany(ctx)))
    await requireApproval(ctx, toDeletion(bucket, uploads))
  for (const upload of uploads) await deleteUpload(ctx, upload)
  return uploads.length
}

function toDeletion(bucket: Bucket, uploads: Upload[]): ApprovalAction {
  const names = uploads.map(({ name }) => name)
  return {
    action: 'delete-files',
    subject: bucket,
    payload: { bucket, ids: uploads.map(({ id }) => id) },
    changes: [{ label: 'Files', before: names.join(', '), after: 'Deleted' }],
  }
}

function selectUploads(ctx: Context, where: Sql): Promise<Upload[]> {
  return query(ctx.db, UploadRow, { prepare: false })`
    select ${UPLOAD_COLUMNS} from (${UPLOADS}) u where ${where}`
}

const UPLOAD_COLUMNS = sql`id, bucket, path, name, type, bytes, picture_id as "pictureId", alt, created_at as "createdAt"`

const UploadRow = z.strictObject({
  id: z.string(),
  bucket: z.enum(BUCKETS),
  path: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  pictureId: z.string().nullable(),
  alt: z.string().nullable(),
  createdAt: z.date(),
}) satisfies z.ZodType<Upload>
