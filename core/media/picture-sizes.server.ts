import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { findMood } from './mood.ts'
import {
  BUNDLED_PREFIX,
  emailBannerSize,
  emailPictureSize,
  PICTURE_FORMATS,
  type PictureSize,
  sizeFileName,
  widthsFor,
} from './picture.ts'
import {
  findMaster,
  type PictureBytes,
  type PictureStore,
  readPicture,
  readShownMood,
} from './picture-bytes.server.ts'
import { contentId, readPreparedSize } from './prepared-sizes.server.ts'
import { runPictureTask } from './processing/run-picture-task.server.ts'

/** Skips sizes that exist, so a retried job is cheap. */
export async function makePictureSizes(store: PictureStore, id: string): Promise<void> {
  const master = await findMaster(store, id)
  if (!master) return
  const existing = await query(store.db, StoredSize)`
    select width, format from picture_sizes where picture_id = ${id}`
  const existingKeys = new Set(existing.map(({ width, format }) => `${width}.${format}`))
  const missing = sizesOf(id, master).filter(({ width, format }) => !existingKeys.has(`${width}.${format}`))
  if (missing.length) await storeSizes(store, master.bytes, missing)
}

export function sizesOf(id: string, master: { width: number; isMood: boolean }): PictureSize[] {
  const pageSizes = widthsFor(master.width, master.isMood).flatMap((width) =>
    PICTURE_FORMATS.map((format) => ({ id, width, format })),
  )
  return [...pageSizes, emailPictureSize(id)]
}

const StoredSize = z.strictObject({ width: z.int(), format: z.enum([...PICTURE_FORMATS, 'jpeg']) })

/** An email's picture is made when it is first requested, so that pictures from before JPEG sizes have one too. */
export async function readOrMakePicture(
  store: PictureStore,
  id: string,
  size?: PictureSize,
): Promise<PictureBytes | undefined> {
  const picture = await readPicture(store, id, size)
  if (!picture || size?.format !== 'jpeg' || picture.final) return picture
  const [bytes] = await storeSizes(store, picture.bytes, [size])
  return bytes && { bytes: new Uint8Array(bytes), type: 'image/jpeg', final: true }
}

/** An absolute URL, or undefined for a picture that is deleted, not imported yet, or too small. */
export async function findEmailBanner(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  pictureId: string,
): Promise<string | undefined> {
  const named = findMood(pictureId)
  const mood = named && (await readShownMood(db, named))
  const isPicture = mood ? sql`origin = ${`${BUNDLED_PREFIX}mood/${mood}.webp`}` : sql`id = ${pictureId}`
  const [id] = await queryColumn(db, z.string())`
    select id from pictures where ${isPicture} and width >= 560 and type <> 'image/svg+xml'`
  return id && `${settings.origin}/media/${sizeFileName(emailBannerSize(id))}`
}

async function storeSizes(
  { db, files, bundledFolder }: PictureStore,
  master: Uint8Array,
  sizes: PictureSize[],
) {
  const id = contentId(master)
  const prepared = await Promise.all(sizes.map((size) => readPreparedSize(bundledFolder, { ...size, id })))
  const isPrepared = prepared.every((bytes) => bytes !== undefined)
  const results = isPrepared ? prepared : await runPictureTask('resize', master, sizes)
  for (const [index, size] of sizes.entries()) {
    const bytes = results[index]
    if (bytes) await files.write(`pictures/${sizeFileName(size)}`, bytes)
  }
  const rows = sizes.map(({ id, width, format }, index) => ({
    id,
    width,
    format,
    bytes: results[index]?.length ?? 0,
  }))
  await execute(db)`
    insert into picture_sizes (picture_id, width, format, bytes)
    select id, width, format, bytes
    from json_to_recordset(${sql.json(rows)}) as size (id text, width int, format text, bytes int)
    on conflict do nothing`
  return results
}
