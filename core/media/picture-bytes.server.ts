import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Files } from './files.ts'
import { pictures } from './media.table.ts'
import type { Mood, MoodSize } from './mood.ts'
import { BUNDLED_PREFIX, type PictureSize, sizeFileName } from './picture.ts'

export type PictureStore = { db: Db; files: Files; bundledFolder: string }
export type PictureBytes = { bytes: Uint8Array<ArrayBuffer>; type: string; final: boolean }

/** Returns the master until a job has made the requested size. `final` is false then, so that browsers don't cache it for long. */
export async function readPicture(
  store: PictureStore,
  id: string,
  size?: PictureSize,
): Promise<PictureBytes | undefined> {
  const resized = size && (await store.files.read(`pictures/${sizeFileName(size)}`))
  if (resized) return { bytes: resized, type: `image/${size.format}`, final: true }
  const master = await findMaster(store, id)
  return master && { bytes: master.bytes, type: master.type, final: !size }
}

export async function readMood(
  store: PictureStore,
  { mood, size }: { mood: Mood; size?: MoodSize },
): Promise<PictureBytes | undefined> {
  const photographed = sql`starts_with(${pictures.origin}, ${`${BUNDLED_PREFIX}mood/${mood}.`})`
  const [row] = await store.db.select({ id: pictures.id }).from(pictures).where(photographed)
  return row && readPicture(store, row.id, size && { id: row.id, ...size })
}

export async function findMaster({ db, files, bundledFolder }: PictureStore, id: string) {
  const [row] = await db.select().from(pictures).where(eq(pictures.id, id))
  if (!row) return undefined
  const bytes = row.origin.startsWith(BUNDLED_PREFIX)
    ? await readFile(path.join(bundledFolder, row.origin.slice(BUNDLED_PREFIX.length))).then(
        (file) => new Uint8Array(file),
        missing,
      )
    : await files.read(row.origin)
  return bytes && { bytes, type: row.type, width: row.width }
}

const missing = () => undefined
