import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { query, queryColumn } from '#db/sql.ts'
import { diskFiles } from '#server/disk-files.ts'
import { BUNDLED_PICTURES_DIR } from '#server/paths.ts'
import { test as base, expect } from '#test/store.ts'
import { importBundledPictures, listPictureFiles } from './bundled-pictures.server.ts'
import { readPicture } from './picture-bytes.server.ts'
import { makePictureSizes, sizesOf } from './picture-sizes.server.ts'
import {
  contentId,
  MASTERS_FILE,
  preparedFileName,
  preparedSizesFolder,
  readPreparedMasters,
} from './prepared-sizes.server.ts'

const test = base.extend<{ folder: string }>({
  folder: async ({ task: _ }, use) => {
    const parent = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-prepared-'))
    const folder = path.join(parent, 'media')
    mkdirSync(path.join(folder, 'mood'), { recursive: true })
    await use(folder)
    rmSync(parent, { recursive: true })
  },
})

const WIDTH = 320
const sizes = sizesOf('', { width: WIDTH, isMood: true })

async function addMaster(folder: string, background: string): Promise<Buffer> {
  const canvas = sharp({ create: { width: WIDTH, height: 400, channels: 3, background } })
  const master = await canvas.webp().toBuffer()
  writeFileSync(path.join(folder, 'mood/home.webp'), master)
  return master
}

test('the repository has all sizes of all bundled pictures, and no others; else run `npm run pictures`', async () => {
  const masters = listPictureFiles(BUNDLED_PICTURES_DIR)
  expect(masters.length).toBeGreaterThan(100)
  const expected = await Promise.all(
    masters.map(async (file) => {
      const master = readFileSync(path.join(BUNDLED_PICTURES_DIR, file))
      const { width } = await sharp(master).metadata()
      return sizesOf('', { width, isMood: file.startsWith('mood/') }).map((size) =>
        preparedFileName(master, size),
      )
    }),
  )
  expect(readdirSync(preparedSizesFolder(BUNDLED_PICTURES_DIR)).sort()).toEqual(
    [...new Set([...expected.flat(), MASTERS_FILE])].sort(),
  )
  const ids = masters.map((file) => contentId(readFileSync(path.join(BUNDLED_PICTURES_DIR, file))))
  expect([...readPreparedMasters(BUNDLED_PICTURES_DIR).keys()].sort()).toEqual([...new Set(ids)].sort())
})

test('a bundled picture with prepared sizes is shown in them without a job and without a copy', async ({
  ctx,
  folder,
}) => {
  const store = { db: ctx.db, files: diskFiles(path.join(folder, '../stored')), bundledFolder: folder }
  const master = await addMaster(folder, 'tan')
  const id = contentId(master)
  const size = { id, width: WIDTH, format: 'webp' } as const
  const tiny = await sharp(master).resize(20).webp().toBuffer()
  mkdirSync(preparedSizesFolder(folder), { recursive: true })
  writeFileSync(path.join(preparedSizesFolder(folder), preparedFileName(master, size)), tiny)
  const details = { width: WIDTH, height: 400, type: 'image/webp', preview: 'data:image/webp;base64,AA==' }
  writeFileSync(path.join(preparedSizesFolder(folder), MASTERS_FILE), JSON.stringify({ [id]: details }))
  expect(await importBundledPictures(ctx.db, folder)).toBe(1)
  expect(await query(ctx.db, MasterRow)`select width, height, type, preview from pictures`).toEqual([details])
  expect(await queryColumn(ctx.db, z.string())`select task_identifier from graphile_worker.jobs`).toEqual([])
  expect(await readPicture(store, id, size)).toEqual({
    bytes: new Uint8Array(tiny),
    type: 'image/webp',
    final: true,
  })
  expect(existsSync(path.join(folder, '../stored'))).toBe(false)
})

const MasterRow = z.strictObject({
  width: z.int(),
  height: z.int(),
  type: z.string(),
  preview: z.string(),
})

test('a new store takes the prepared sizes of a picture, and makes those of a changed one', async ({
  ctx,
  folder,
}) => {
  const files = diskFiles(path.join(folder, '../stored'))
  const store = { db: ctx.db, files, bundledFolder: folder }
  const master = await addMaster(folder, 'tan')
  mkdirSync(preparedSizesFolder(folder), { recursive: true })
  const tiny = await sharp(master).resize(20).webp().toBuffer()
  for (const size of sizes)
    writeFileSync(path.join(preparedSizesFolder(folder), preparedFileName(master, size)), tiny)
  const storeAndRead = async () => {
    expect(await importBundledPictures(ctx.db, folder)).toBe(1)
    const [id = ''] = await queryColumn(ctx.db, z.string())`select id from pictures`
    await makePictureSizes(store, id)
    return files.read(`pictures/${id}-${WIDTH}.webp`)
  }
  expect(await storeAndRead()).toEqual(new Uint8Array(tiny))
  expect(await queryColumn(ctx.db, z.int())`select distinct bytes from picture_sizes`).toEqual([tiny.length])

  await addMaster(folder, 'black')
  expect(
    existsSync(
      path.join(preparedSizesFolder(folder), preparedFileName(master, { width: WIDTH, format: 'webp' })),
    ),
  ).toBe(true)
  expect(await sharp(await storeAndRead()).metadata()).toMatchObject({ width: WIDTH, height: 400 })
})
