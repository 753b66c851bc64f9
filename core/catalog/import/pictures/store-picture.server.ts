import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { insertAuditEntry } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { detectFileType } from '#core/media/inspect-file.server.ts'
import { insertUpload, type StoredFile, storeTempFile } from '#core/media/save-upload.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { attachPicture } from './attach-picture.server.ts'
import type { PictureClaim } from './claim-pictures.server.ts'
import { findImportStarter } from './import-starter.server.ts'

/** What a product can show. */
const EXTENSIONS: Partial<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
}

/** A file of a ZIP has no address that stands for its content. */
type FetchedFile = { file: string; address?: string }
type StoreContext = Pick<Context, 'db' | 'files' | 'log'>

/** Checks and stores a file as an upload, unless the store has its content already, and adds it to its products. */
export async function storePicture(
  ctx: StoreContext,
  claim: PictureClaim,
  fetched: FetchedFile,
): Promise<void> {
  const { file } = fetched
  const extension = await requirePicture(file)
  const sha256 = await hashFile(file)
  const known = await findByContent(ctx.db, sha256)
  if (known) return ctx.db.transaction((tx) => addKnownPicture(tx, claim, { ...fetched, pictureId: known }))
  const upload = { bucket: 'admin_uploads', name: fileName(claim.source, extension), file } as const
  await storeTempFile({ ...ctx, now: new Date() }, upload, (stored) =>
    ctx.db.transaction((tx) => insertPicture(tx, claim, { ...fetched, stored, sha256 })),
  ).catch(async (error) => {
    const added = error instanceof AddedMeanwhile && error.pictureId
    if (!added) throw error
    await ctx.db.transaction((tx) => addKnownPicture(tx, claim, { ...fetched, pictureId: added }))
  })
}

async function requirePicture(file: string): Promise<string> {
  const type = await detectFileType(file)
  const extension = EXTENSIONS[type ?? '']
  if (extension) return extension
  const name = type?.startsWith('image/') && type.slice('image/'.length).replace('+xml', '').toUpperCase()
  throw invalidInput(
    'file',
    name
      ? `${name} files can’t be product photos. Use JPG, PNG, or WebP.`
      : 'This isn’t a picture. Use JPG, PNG, or WebP.',
  )
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function findByContent(db: Db, sha256: string): Promise<string | undefined> {
  const [pictureId] = await queryColumn(db, z.string())`
    select picture_id from picture_contents where sha256 = ${sha256}`
  return pictureId
}

/** The last part of an address or a path, with the extension of its content. */
function fileName(source: string, extension: string): string {
  const pathname = URL.parse(source)?.pathname ?? source
  const { name } = path.posix.parse(pathname)
  try {
    return `${decodeURIComponent(name)}.${extension}`
  } catch {
    return `${name}.${extension}`
  }
}

/** Another file with this content was stored at the same time. */
class AddedMeanwhile extends Error {
  readonly pictureId: string

  constructor(pictureId: string) {
    super('Added meanwhile')
    this.pictureId = pictureId
  }
}

type NewPicture = FetchedFile & { stored: StoredFile; sha256: string }

async function insertPicture(
  tx: Db,
  claim: PictureClaim,
  { stored, sha256, ...fetched }: NewPicture,
): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`picture:${sha256}`}, 0))`
  const added = await findByContent(tx, sha256)
  if (added) throw new AddedMeanwhile(added)
  const { startedBy, requestId } = await findImportStarter(tx, claim.importId)
  const at = new Date()
  const upload = await insertUpload(tx, { ...stored, alt: claim.alt, createdBy: startedBy, createdAt: at })
  const { id, bucket, path, name, bytes, pictureId } = upload
  if (!pictureId) throw new Error(`The upload ${id} has no picture`)
  const entry = { action: 'file-uploaded', subject: id, after: { bucket, path, name, bytes } }
  await insertAuditEntry(tx, { ...entry, at, actorId: startedBy, requestId })
  await execute(tx)`insert into picture_contents (sha256, picture_id) values (${sha256}, ${pictureId})`
  await addKnownPicture(tx, claim, { ...fetched, pictureId })
}

type KnownPicture = FetchedFile & { pictureId: string }

async function addKnownPicture(
  tx: Db,
  claim: PictureClaim,
  { address, pictureId }: KnownPicture,
): Promise<void> {
  if (address)
    await execute(tx)`
      insert into picture_addresses (url, picture_id) values (${address}, ${pictureId})
      on conflict (url) do nothing`
  await attachPicture(tx, claim, pictureId)
}
