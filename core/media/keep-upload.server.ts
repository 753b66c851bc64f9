import { randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { onDesk } from './desk.server.ts'
import { lookAt, type Seen, withoutTraces } from './look-at.server.ts'
import { type Bucket, LARGEST_UPLOAD, PICTURES_FOLDER, plainName, type Upload } from './upload.ts'

type Arriving = { bucket: Bucket; name: string; body: AsyncIterable<Uint8Array> }

/** Takes in a file as it arrives, a piece at a time: seen through before it is kept, and kept whole or not at all. */
export async function keepUpload(ctx: Context, { bucket, name, body }: Arriving): Promise<Upload> {
  requireRole(canAccessAdmin, ctx.actor)
  return onDesk(ctx.files, { body, most: LARGEST_UPLOAD }, (file) =>
    keepFromDesk(ctx, { bucket, name, file }),
  )
}

type Lying = { bucket: Bucket; name: string; file: string }

/** A file that lies on the desk whole. */
export async function keepFromDesk(ctx: Context, { bucket, name: said, file }: Lying): Promise<Upload> {
  const { id: createdBy } = requireRole(canAccessAdmin, ctx.actor)
  const { files } = ctx
  const name = plainName(said)
  const cleaned = `${file}.clean`
  try {
    const seen = await lookAt(file, name, bucket === 'admin_uploads' ? 'images' : 'all')
    const hides = seen.picture?.hides ?? false
    if (hides) await withoutTraces(file, cleaned, seen.ending)
    const good = hides ? cleaned : file
    const { size: bytes } = await stat(good)
    const path = newPath(ctx, bucket, seen.ending)
    const kept = { bucket, path, name, type: seen.type, bytes, createdBy }
    await files.take(storedAt(kept), good)
    return await writeDown(ctx, kept, seen).catch(async (error) => {
      await files.remove(storedAt(kept))
      throw error
    })
  } finally {
    await rm(cleaned, { force: true })
  }
}

/** Where the bytes of an upload lie. */
export function storedAt({ bucket, path }: Pick<Upload, 'bucket' | 'path'>): string {
  return `storage/${bucket}/${path}`
}

/** A name that nobody guesses and that no other has, with the ending it came with. */
function newPath(ctx: Context, bucket: Bucket, ending: string): string {
  const chance = randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')
  return bucket === 'admin_uploads'
    ? `${PICTURES_FOLDER}${chance}.${ending}`
    : `${ctx.now.getTime()}-${chance}.${ending}`
}

type Kept = Pick<Upload, 'bucket' | 'path' | 'name' | 'type' | 'bytes'> & { createdBy: string }

async function writeDown(ctx: Context, { createdBy, ...kept }: Kept, { picture }: Seen): Promise<Upload> {
  const id = newId('upload')
  const pictureId =
    picture && kept.bucket === 'admin_uploads' && kept.type !== 'image/gif' ? newId('picture') : null
  const { bucket, path, name, type, bytes } = kept
  return ctx.db.transaction(async (tx) => {
    if (picture && pictureId) {
      await tx.execute(sql`insert into pictures (id, origin, width, height, type, bytes)
        values (${pictureId}, ${storedAt(kept)}, ${picture.width}, ${picture.height}, ${type}, ${bytes})`)
      await enqueueJob(tx, 'size-picture', { id: pictureId }, { key: `size-picture:${pictureId}` })
    }
    const { rows } = await tx.execute<{ created_at: string }>(sql`
      insert into uploads (id, bucket, path, name, type, bytes, picture_id, created_by)
      values (${id}, ${bucket}, ${path}, ${name}, ${type}, ${bytes}, ${pictureId}, ${createdBy}) returning created_at`)
    await writeAudit(ctx, { action: 'file-uploaded', subject: id, after: { bucket, path, name, bytes } }, tx)
    const createdAt = new Date(rows[0]?.created_at ?? ctx.now)
    return { ...kept, id, pictureId, alt: pictureId && '', createdAt }
  })
}
