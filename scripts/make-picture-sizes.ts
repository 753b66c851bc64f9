import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inspectMaster, listPictureFiles } from '#core/media/bundled-pictures.server.ts'
import { sizesOf } from '#core/media/picture-sizes.server.ts'
import {
  contentId,
  MASTERS_FILE,
  type MasterDetails,
  preparedFileName,
  preparedSizesFolder,
  readPreparedMasters,
} from '#core/media/prepared-sizes.server.ts'
import { runPictureTask } from '#core/media/processing/run-picture-task.server.ts'
import { BUNDLED_PICTURES_DIR } from '#server/paths.ts'

/** `npm run pictures` makes the missing sizes of bundled pictures and deletes those of removed ones. */
const folder = preparedSizesFolder(BUNDLED_PICTURES_DIR)
mkdirSync(folder, { recursive: true })
const known = readPreparedMasters(BUNDLED_PICTURES_DIR)
const masters: Record<string, MasterDetails> = {}
const current = new Set([MASTERS_FILE])
let made = 0
for (const file of listPictureFiles(BUNDLED_PICTURES_DIR)) {
  const master = readFileSync(path.join(BUNDLED_PICTURES_DIR, file))
  const { width } = await runPictureTask('readMetadata', master)
  const sizes = sizesOf('', { width, isMood: file.startsWith('mood/') }).map((size) => ({
    ...size,
    target: path.join(folder, preparedFileName(master, size)),
  }))
  for (const { target } of sizes) current.add(path.basename(target))
  const missing = sizes.filter(({ target }) => !existsSync(target))
  const results = missing.length ? await runPictureTask('resize', master, missing) : []
  for (const [index, { target }] of missing.entries()) writeFileSync(target, results[index] ?? '')
  made += missing.length
  const id = contentId(master)
  masters[id] = known.get(id) ?? (await inspectMaster(BUNDLED_PICTURES_DIR, master))
}
writeFileSync(path.join(folder, MASTERS_FILE), `${JSON.stringify(masters, null, 1)}\n`)
const stale = readdirSync(folder).filter((name) => !current.has(name))
for (const name of stale) rmSync(path.join(folder, name))
process.stdout.write(`${made} made, ${stale.length} deleted, ${current.size} in all\n`)
