import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, queryColumn } from '#db/sql.ts'
import { readLatestStoreSettings } from '../settings/store-settings.server.ts'
import { isDemoName } from '../settings/store-settings.ts'
import type { Files } from './files.ts'
import { type Mood, moodPicture, unlabeledMood } from './mood.ts'
import { BUNDLED_PREFIX, type PictureSize, sizeFileName, widthsFor } from './picture.ts'
import { readPreparedSize } from './prepared-sizes.server.ts'

export type PictureStore = { db: Db; files: Files; bundledFolder: string }
export type PictureBytes = { bytes: Uint8Array<ArrayBuffer>; type: string; final: boolean }

/**
 * Returns the master until a job has made the requested size. `final` is false then, so that browsers don't cache it for
 * long. A width that no page links to is not found.
 */
export async function readPicture(
  store: PictureStore,
  id: string,
  size?: PictureSize,
): Promise<PictureBytes | undefined> {
  const resized =
    size && ((await readPreparedSize(store.bundledFolder, size)) ?? (await readSize(store, size)))
  if (resized) return { bytes: resized, type: `image/${size.format}`, final: true }
  const master = await findMaster(store, id)
  if (!master || (size && !hasSize(master, size))) return undefined
  return { bytes: master.bytes, type: master.type, final: !size }
}

const readSize = ({ files }: PictureStore, size: PictureSize) => files.read(`pictures/${sizeFileName(size)}`)

const hasSize = (master: { width: number; isMood: boolean }, { width, format }: PictureSize) =>
  format === 'jpeg' || widthsFor(master.width, master.isMood).includes(width)

/** The photograph that the store shows where pages name this one. */
export async function readShownMood(db: Db, mood: Mood): Promise<Mood> {
  const { store } = await readLatestStoreSettings(db)
  return isDemoName(store.name) ? mood : unlabeledMood(mood)
}

export async function readMood(
  store: PictureStore,
  named: Mood,
  size?: PictureSize,
): Promise<PictureBytes | undefined> {
  const mood = await readShownMood(store.db, named)
  const [id] = await queryColumn(store.db, z.string())`
    select id from pictures where origin = ${`${BUNDLED_PREFIX}mood/${mood}.webp`}`
  if (id) return readPicture(store, id, size && { ...size, id })
  // Until a job has imported it.
  if (size && !hasSize({ width: moodPicture(mood).width, isMood: true }, size)) return undefined
  const bytes = await readBundledFile(store, `mood/${mood}.webp`)
  return bytes && { bytes, type: 'image/webp', final: false }
}

export async function findMaster(store: PictureStore, id: string) {
  const [master] = await query(store.db, Master)`select origin, type, width from pictures where id = ${id}`
  if (!master) return undefined
  const { origin, type, width } = master
  const isMood = origin.startsWith(`${BUNDLED_PREFIX}mood/`)
  const bytes = origin.startsWith(BUNDLED_PREFIX)
    ? await readBundledFile(store, origin.slice(BUNDLED_PREFIX.length))
    : await store.files.read(origin)
  return bytes && { bytes, type, width, isMood }
}

const Master = z.strictObject({ origin: z.string(), type: z.string(), width: z.int() })

function readBundledFile(
  { bundledFolder }: PictureStore,
  name: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return readFile(path.join(bundledFolder, name)).then((file) => new Uint8Array(file), missing)
}

const missing = () => undefined
