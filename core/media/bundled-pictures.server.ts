import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { notInArray, sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Db } from '#db/connection.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { pictures } from './media.table.ts'
import { BUNDLED_PREFIX } from './picture.ts'

/** IDs are content hashes, so browsers never show a cached older version. */
export async function importBundledPictures(db: Db, folder: string): Promise<number> {
  const files = listPictureFiles(folder)
  const altTexts = readAltTexts(folder)
  const existing = await db
    .select({ id: pictures.id, origin: pictures.origin, alt: pictures.alt })
    .from(pictures)
  const pictureByOrigin = new Map(existing.map((row) => [row.origin, row]))
  let importedCount = 0
  for (const file of files) {
    const origin = BUNDLED_PREFIX + file
    const bytes = readFileSync(path.join(folder, file))
    const id = pictureId(bytes)
    const alt = altTexts[file] ?? ''
    const previous = pictureByOrigin.get(origin)
    if (previous?.id === id && previous.alt === alt) continue
    await savePicture(db, { id, origin, alt, bytes })
    importedCount++
  }
  await deleteMissing(db, files)
  return importedCount
}

async function savePicture(
  db: Db,
  picture: { id: string; origin: string; alt: string; bytes: Buffer },
): Promise<void> {
  const { id, origin, alt, bytes } = picture
  const { width, height, format } = await sharp(bytes).metadata()
  const row = {
    id,
    origin,
    alt,
    width,
    height,
    type: `image/${format}`,
    bytes: bytes.length,
    preview: await makePreview(bytes),
  }
  await db.transaction(async (tx) => {
    await tx.insert(pictures).values(row).onConflictDoUpdate({ target: pictures.origin, set: row })
    await enqueueJob(tx, 'size-picture', { id }, { key: `size-picture:${id}` })
  })
}

async function deleteMissing(db: Db, files: string[]): Promise<void> {
  const origins = files.map((file) => BUNDLED_PREFIX + file)
  const isBundled = sql`starts_with(${pictures.origin}, ${BUNDLED_PREFIX})`
  await db.transaction(async (tx) => {
    const stale = origins.length ? sql`${isBundled} and ${notInArray(pictures.origin, origins)}` : isBundled
    await tx.execute(
      sql`delete from product_pictures where picture_id in (select id from pictures where ${stale})`,
    )
    await tx.delete(pictures).where(stale)
  })
}

async function makePreview(bytes: Buffer): Promise<string> {
  const tiny = await sharp(bytes).resize(12).webp({ quality: 40 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

export function pictureId(bytes: Uint8Array): string {
  return `pic_${BigInt(`0x${hash('sha256', bytes, 'hex')}`)
    .toString(32)
    .slice(0, 20)}`
}

function listPictureFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(webp|avif|jpe?g|png)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
}

/** From `alt.json`: {"products/rose-hip-night-serum/1.webp": "…"}. */
function readAltTexts(folder: string): Record<string, string> {
  const file = path.join(folder, 'alt.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
