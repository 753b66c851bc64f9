import { eq } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { pictureSizes } from './media.table.ts'
import { PICTURE_FORMATS, type PictureFormat, type PictureSize, sizeFileName, widthsFor } from './picture.ts'
import { findMaster, type PictureStore } from './picture-bytes.server.ts'

/** Skips sizes that exist, so a retried job is cheap. */
export async function makePictureSizes(store: PictureStore, id: string): Promise<void> {
  const master = await findMaster(store, id)
  if (!master) return
  const existing = await store.db.select().from(pictureSizes).where(eq(pictureSizes.pictureId, id))
  const existingKeys = new Set(existing.map(({ width, format }) => `${width}.${format}`))
  for (const width of widthsFor(master.width)) {
    for (const format of PICTURE_FORMATS) {
      if (!existingKeys.has(`${width}.${format}`))
        await makePictureSize(store, master.bytes, { id, width, format })
    }
  }
}

async function makePictureSize(
  { db, files }: PictureStore,
  master: Uint8Array,
  size: PictureSize,
): Promise<void> {
  const bytes = await encode(sharp(master).resize(size.width), size.format)
  await files.write(`pictures/${sizeFileName(size)}`, bytes)
  await db
    .insert(pictureSizes)
    .values({ pictureId: size.id, width: size.width, format: size.format, bytes: bytes.length })
    .onConflictDoNothing()
}

// Takes a sixth of the CPU time of sharp's default (0.4 s per picture instead of 2.5 s) for 14% more bytes.
const EFFORT = 2

function encode(picture: Sharp, format: PictureFormat): Promise<Buffer> {
  return format === 'avif'
    ? picture.avif({ quality: 55, effort: EFFORT }).toBuffer()
    : picture.webp({ quality: 80 }).toBuffer()
}
