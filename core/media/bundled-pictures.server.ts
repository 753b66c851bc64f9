import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { BUNDLED_PREFIX } from './picture.ts'
import {
  contentId,
  type MasterDetails,
  pictureId,
  readPreparedMasters,
  readPreparedSize,
} from './prepared-sizes.server.ts'
import { runPictureTask } from './processing/run-picture-task.server.ts'

/** IDs are content hashes, so browsers never show a cached older version. */
export async function importBundledPictures(db: Db, folder: string): Promise<number> {
  const files = listPictureFiles(folder)
  const altTexts = readAltTexts(folder)
  const existing = await query(db, ImportedPicture)`select id, origin, alt from pictures`
  const pictureByOrigin = new Map(existing.map((row) => [row.origin, row]))
  await deleteMissing(db, files)
  const prepared = readPreparedMasters(folder)
  const readFile = createFileReader()
  let importedCount = 0
  for (const file of files) {
    const origin = BUNDLED_PREFIX + file
    const bytes = await readFile(path.join(folder, file))
    const content = createHash('sha256').update(bytes)
    const ids = { copy: pictureId(content.copy().update(origin)), content: pictureId(content) }
    const alt = altTexts[file] ?? ''
    const previous = pictureByOrigin.get(origin)
    if (previous && Object.values(ids).includes(previous.id) && previous.alt === alt) continue
    const details = prepared.get(ids.content)
    const picture = { ids, origin, alt, bytes: bytes.length }
    if (details) await savePicture(db, { ...picture, ...details, isPrepared: true })
    else await savePicture(db, { ...picture, ...(await inspectMaster(folder, bytes)), isPrepared: false })
    importedCount++
  }
  return importedCount
}

/** Reads each file into the memory of the one before. Buffers of their own can take 24 MB that is never returned. */
function createFileReader() {
  let buffer = Buffer.alloc(0)
  return async (file: string): Promise<Buffer> => {
    await using handle = await open(file)
    const { size } = await handle.stat()
    if (buffer.length < size) buffer = Buffer.allocUnsafeSlow(size)
    const { bytesRead } = await handle.read(buffer, 0, size, 0)
    if (bytesRead < size) throw new Error(`Only ${bytesRead} of ${size} bytes of ${file} could be read.`)
    return buffer.subarray(0, size)
  }
}

const ImportedPicture = z.strictObject({ id: z.string(), origin: z.string(), alt: z.string() })

type NewPicture = MasterDetails & {
  ids: { content: string; copy: string }
  origin: string
  alt: string
  bytes: number
  isPrepared: boolean
}

/** Two files can have the same bytes. The second one’s ID also depends on its path. */
async function savePicture(db: Db, picture: NewPicture): Promise<void> {
  const { ids, origin, alt, width, height, type, bytes, preview, isPrepared } = picture
  await db.transaction(async (tx) => {
    const isCopy = await execute(tx)`select from pictures where id = ${ids.content} and origin <> ${origin}`
    const id = isCopy ? ids.copy : ids.content
    // Sizes of the previous content, which the job below makes again.
    await execute(tx)`
      delete from picture_sizes where picture_id = (select id from pictures where origin = ${origin} and id <> ${id})`
    await execute(tx)`
      insert into pictures (id, origin, alt, width, height, type, bytes, preview)
      values (${id}, ${origin}, ${alt}, ${width}, ${height}, ${type}, ${bytes}, ${preview})
      on conflict (origin) do update set id = excluded.id, alt = excluded.alt, width = excluded.width,
        height = excluded.height, type = excluded.type, bytes = excluded.bytes, preview = excluded.preview`
    if (!isPrepared || isCopy) await enqueueJob(tx, 'size-picture', { id }, { key: `size-picture:${id}` })
  })
}

async function deleteMissing(db: Db, files: string[]): Promise<void> {
  const origins = files.map((file) => BUNDLED_PREFIX + file)
  const stale = sql`starts_with(origin, ${BUNDLED_PREFIX}) and origin <> all(${origins})`
  await db.transaction(async (tx) => {
    await execute(tx)`
      delete from product_pictures where picture_id in (select id from pictures where ${stale})`
    await execute(tx)`delete from pictures where ${stale}`
  })
}

export async function inspectMaster(folder: string, master: Uint8Array): Promise<MasterDetails> {
  const { width, height, format } = await runPictureTask('readMetadata', master)
  // The preview from the smallest size if there is one, because decoding the master takes ten times as long.
  const smallest = await readPreparedSize(folder, { id: contentId(master), width: 320, format: 'webp' })
  const tiny = await runPictureTask('makePreview', smallest ?? master)
  const preview = `data:image/webp;base64,${Buffer.from(tiny).toString('base64')}`
  return { width, height, type: `image/${format}`, preview }
}

export function listPictureFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(webp|avif|jpe?g|png)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !file.startsWith('.'))
    .sort()
}

/** From `alt.json`: {"products/rose-hip-night-serum/1.webp": "…"}. */
function readAltTexts(folder: string): Record<string, string> {
  const file = path.join(folder, 'alt.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
