import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { linkBundledPictures } from '#core/catalog/bundled-product-pictures.server.ts'
import { createFamily } from '#core/catalog/families/save-family.server.ts'
import { EMPTY_DRAFT } from '#core/catalog/product-fields.ts'
import { findProduct } from '#core/catalog/products.server.ts'
import { setProductPictures } from '#core/catalog/set-product-pictures.server.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { diskFiles } from '#server/disk-files.ts'
import { asAdmin, buildActor } from '#test/accounts.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { test as base, expect } from '#test/store.ts'
import type { Context } from '../context.ts'
import { importBundledPictures } from './bundled-pictures.server.ts'
import { moodPicture } from './mood.ts'
import { emailBannerSize, emailPictureSize, emailSizes, parseMediaFileName, sizeFileName } from './picture.ts'
import { type PictureStore, readMood, readPicture } from './picture-bytes.server.ts'
import { makePictureSizes, readOrMakePicture } from './picture-sizes.server.ts'
import { removeFiles } from './remove-files.server.ts'

const test = base.extend<{ folder: string; store: PictureStore }>({
  folder: async ({ task: _ }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-pictures-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  store: async ({ ctx, folder }, use) => {
    await use({ db: ctx.db, files: diskFiles(path.join(folder, 'made')), bundledFolder: folder })
  },
})

async function createPhotograph(
  folder: string,
  name: string,
  color: string,
  size = [900, 1200],
): Promise<void> {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  const [width = 0, height = 0] = size
  const canvas = sharp({ create: { width, height, channels: 3, background: color } })
  writeFileSync(file, await canvas.webp().toBuffer())
}

const findPictureIds = async ({ db }: Context) =>
  (await query(db, z.strictObject({ id: z.string() }))`select id from pictures`).map(({ id }) => id)

const findSizes = async ({ db }: Context, id: string) => {
  const SizeName = z.strictObject({ name: z.string() })
  const select = sql`select width || '.' || format as name from picture_sizes where picture_id = ${id}`
  return (await query(db, SizeName)`${select}`).map(({ name }) => name)
}

test('a photograph in the bundled folder replaces the placeholder', async ({ ctx, folder }) => {
  const { id } = await buildProduct(ctx, { slug: 'rose-hip-night-serum' })
  expect((await findProduct(ctx, id)).image.url).toMatch(/^\/media\/placeholders\/P\d\.svg$/)
  await createPhotograph(folder, 'products/rose-hip-night-serum/1.webp', 'tan')
  await createPhotograph(folder, 'products/rose-hip-night-serum/2.webp', 'pink')
  writeFileSync(
    path.join(folder, 'alt.json'),
    JSON.stringify({ 'products/rose-hip-night-serum/1.webp': 'Amber glass on plaster' }),
  )
  expect(await importBundledPictures(ctx.db, folder)).toBe(2)
  await linkBundledPictures(ctx.db)
  const { images } = await findProduct(ctx, id)
  expect(images).toMatchObject([
    {
      alt: 'Amber glass on plaster',
      width: 900,
      height: 1200,
      url: expect.stringMatching(/^\/media\/pic_\w+\.webp$/),
    },
    { alt: '', preview: expect.stringMatching(/^data:image\/webp;base64,/) },
  ])
})

test('a changed photograph gets a new ID; a deleted one is removed', async ({ ctx, folder }) => {
  const { id } = await buildProduct(ctx, { slug: 'comb' })
  await createPhotograph(folder, 'products/comb/1.webp', 'tan')
  await importBundledPictures(ctx.db, folder)
  await linkBundledPictures(ctx.db)
  const before = (await findProduct(ctx, id)).image.id
  await createPhotograph(folder, 'products/comb/1.webp', 'black')
  await importBundledPictures(ctx.db, folder)
  await linkBundledPictures(ctx.db)
  const after = (await findProduct(ctx, id)).image.id
  expect(after).not.toBe(before)
  rmSync(path.join(folder, 'products/comb/1.webp'))
  await importBundledPictures(ctx.db, folder)
  expect((await findProduct(ctx, id)).image.id).toMatch(/^placeholder-/)
  expect(await findPictureIds(ctx)).toEqual([])
})

test('the same photograph is imported once', async ({ ctx, folder }) => {
  await createPhotograph(folder, 'mood/home.webp', 'tan')
  expect(await importBundledPictures(ctx.db, folder)).toBe(1)
  expect(await importBundledPictures(ctx.db, folder)).toBe(0)
})

test('two files with the same content are two pictures, each with its own alt text', async ({
  ctx,
  folder,
}) => {
  const { id } = await buildProduct(ctx, { slug: 'comb' })
  for (const name of ['mood/home.webp', 'products/comb/1.webp', 'products/comb/2.webp'])
    await createPhotograph(folder, name, 'tan')
  writeFileSync(path.join(folder, 'alt.json'), JSON.stringify({ 'products/comb/2.webp': 'A comb' }))
  expect(await importBundledPictures(ctx.db, folder)).toBe(3)
  await linkBundledPictures(ctx.db)
  expect(new Set(await findPictureIds(ctx)).size).toBe(3)
  expect((await findProduct(ctx, id)).images.map(({ alt }) => alt)).toEqual(['', 'A comb'])
  expect(await importBundledPictures(ctx.db, folder)).toBe(0)
  rmSync(path.join(folder, 'mood/home.webp'))
  expect(await importBundledPictures(ctx.db, folder)).toBe(0)
  expect(await findPictureIds(ctx)).toHaveLength(2)
})

test('photographs can swap their content and be renamed, also after their sizes were made', async ({
  ctx,
  folder,
  store,
}) => {
  await createPhotograph(folder, 'products/comb/1.webp', 'tan')
  await createPhotograph(folder, 'products/comb/2.webp', 'pink')
  await importBundledPictures(ctx.db, folder)
  for (const id of await findPictureIds(ctx)) await makePictureSizes(store, id)
  rmSync(path.join(folder, 'made'), { recursive: true })
  await createPhotograph(folder, 'products/comb/1.webp', 'pink')
  await createPhotograph(folder, 'products/comb/2.webp', 'tan')
  expect(await importBundledPictures(ctx.db, folder)).toBe(2)
  renameSync(path.join(folder, 'products/comb/2.webp'), path.join(folder, 'products/comb/3.webp'))
  expect(await importBundledPictures(ctx.db, folder)).toBe(1)
  expect(await findPictureIds(ctx)).toHaveLength(2)
})

test('a bundled picture does not replace one that the owner uploaded', async ({ ctx, folder }) => {
  const { id } = await buildProduct(ctx, { slug: 'comb' })
  const uploadedId = 'pic_00000000000000000own'
  await execute(ctx.db)`
    insert into pictures (id, origin, width, height, type, bytes)
    values (${uploadedId}, 'uploads/own.webp', 1, 1, 'image/webp', 1)`
  await execute(ctx.db)`insert into product_pictures values (${id}, 1, ${uploadedId})`
  await createPhotograph(folder, 'products/comb/1.webp', 'tan')
  await importBundledPictures(ctx.db, folder)
  await linkBundledPictures(ctx.db)
  expect((await findProduct(ctx, id)).image.id).toBe(uploadedId)
})

test('a shade without pictures borrows those of its family', async ({ ctx, folder }) => {
  const actor = await buildActor(ctx.db, { role: 'admin' })
  const products = await Promise.all(
    ['plum', 'rose', 'fig', 'wine'].map((slug) => buildProduct(ctx, { slug, category: 'Makeup' })),
  )
  await createFamily(
    { ...ctx, actor },
    {
      draft: { ...EMPTY_DRAFT, name: 'Balm', category: 'Makeup', options: ['shade'] },
      products: products.map(({ id, slug }) => ({ productId: id, shadeName: slug })),
    },
  )
  const [plum = '', rose = '', fig = '', wine = ''] = products.map(({ id }) => id)
  const own = await addPicture(ctx, wine)
  await createPhotograph(folder, 'products/rose/1.webp', 'pink')
  await createPhotograph(folder, 'products/rose/2.webp', 'white')
  await createPhotograph(folder, 'products/fig/1.webp', 'black')
  await importBundledPictures(ctx.db, folder)
  await linkBundledPictures(ctx.db)
  await linkBundledPictures(ctx.db)
  const pictureIds = async (id: string) => (await findProduct(ctx, id)).images.map((image) => image.id)
  expect(await pictureIds(rose)).toHaveLength(2)
  expect(await pictureIds(plum)).toEqual(await pictureIds(rose))
  expect(await pictureIds(fig)).toHaveLength(1)
  expect(await pictureIds(wine)).toEqual([own])
  await createPhotograph(folder, 'products/plum/1.webp', 'purple')
  await importBundledPictures(ctx.db, folder)
  await linkBundledPictures(ctx.db)
  expect(await pictureIds(plum), 'its own replace all that it borrowed').toHaveLength(1)
  expect(await pictureIds(rose)).toHaveLength(2)
})

test('pictures that staff have reordered or removed stay so after the next start', async ({
  ctx,
  folder,
}) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx, { slug: 'comb' })
  for (const [number, color] of ['tan', 'pink', 'white'].entries())
    await createPhotograph(folder, `products/comb/${number + 1}.webp`, color)
  await importBundledPictures(ctx.db, folder)
  await linkBundledPictures(ctx.db)
  const pictureIds = async () => (await findProduct(ctx, id)).images.map((image) => image.id)
  const [first = '', second = ''] = await pictureIds()
  await setProductPictures(admin, id, [second, first])
  await linkBundledPictures(ctx.db)
  expect(await pictureIds()).toEqual([second, first])
  await setProductPictures(admin, id, [])
  await linkBundledPictures(ctx.db)
  expect(await pictureIds()).toEqual([expect.stringMatching(/^placeholder-/)])
})

test('the master is served until a job has made the sizes, each once', async ({ ctx, folder, store }) => {
  await createPhotograph(folder, 'mood/home.webp', 'tan')
  await importBundledPictures(ctx.db, folder)
  const [id = ''] = await findPictureIds(ctx)
  const size = { id, width: 640, format: 'avif' } as const
  expect(await readPicture(store, id, size)).toMatchObject({ type: 'image/webp', final: false })
  await makePictureSizes(store, id)
  await makePictureSizes(store, id)
  expect((await findSizes(ctx, id)).toSorted()).toEqual(
    ['320.jpeg', ...[320, 480, 640, 900].flatMap((width) => [`${width}.avif`, `${width}.webp`])].toSorted(),
  )
  const resized = await readPicture(store, id, size)
  expect(resized).toMatchObject({ type: 'image/avif', final: true })
  expect(await sharp(resized?.bytes).metadata()).toMatchObject({ width: 640, format: 'heif' })
})

test('the widest size is the master’s own: 1600 pixels of a product, 2400 of a mood', async ({
  ctx,
  folder,
  store,
}) => {
  for (const { name, color, expected } of [
    { name: 'mood/home.webp', color: 'tan', expected: ['2400.avif', '2400.webp'] },
    { name: 'products/comb/1.webp', color: 'pink', expected: [] },
  ]) {
    await createPhotograph(folder, name, color, [2400, 16])
    await importBundledPictures(ctx.db, folder)
    const [id = ''] = await queryColumn(ctx.db, z.string())`
      select id from pictures where origin = ${`bundled:${name}`}`
    await makePictureSizes(store, id)
    const sizes = await findSizes(ctx, id)
    expect(sizes).toContain('1600.avif')
    expect(sizes.filter((size) => size.startsWith('2400')).sort()).toEqual(expected)
  }
})

test('a picture is served in its own width, and in no width that no page links to', async ({
  ctx,
  folder,
  store,
}) => {
  await createPhotograph(folder, 'products/comb/1.webp', 'pink', [1500, 16])
  await importBundledPictures(ctx.db, folder)
  const [id = ''] = await findPictureIds(ctx)
  const sized = (width: number) => readPicture(store, id, { id, width, format: 'avif' })
  expect(await sized(1500)).toMatchObject({ type: 'image/webp', final: false })
  await makePictureSizes(store, id)
  expect(await sized(1500)).toMatchObject({ type: 'image/avif', final: true })
  expect(await sized(1499)).toBeUndefined()
  expect(await sized(1600)).toBeUndefined()
})

test('an email’s picture is a JPEG, made on request for pictures from before there was one', async ({
  ctx,
  folder,
  store,
}) => {
  await createPhotograph(folder, 'mood/home.webp', 'tan')
  await importBundledPictures(ctx.db, folder)
  const [id = ''] = await findPictureIds(ctx)
  const size = emailPictureSize(id)
  expect(parseMediaFileName(sizeFileName(size))).toEqual({ id, size })
  expect(parseMediaFileName(`${id}-640.jpeg`)).toBeUndefined()
  for (let request = 0; request < 2; request++) {
    const made = await readOrMakePicture(store, id, size)
    expect(made).toMatchObject({ type: 'image/jpeg', final: true })
    expect(await sharp(made?.bytes).metadata()).toMatchObject({ width: 320, format: 'jpeg' })
  }
  expect(await findSizes(ctx, id)).toEqual(['320.jpeg'])
  const banner = await readOrMakePicture(store, id, emailBannerSize(id))
  expect(banner).toMatchObject({ type: 'image/jpeg', final: true })
  await removeFiles(store.files, { paths: [], pictureId: id })
  for (const made of emailSizes(id))
    expect(await store.files.read(`pictures/${sizeFileName(made)}`)).toBeUndefined()
  expect(await readOrMakePicture(store, 'pic_00000000000000000000', size)).toBeUndefined()
})

test('an unknown picture is not found', async ({ store }) => {
  expect(await readPicture(store, 'pic_00000000000000000000')).toBeUndefined()
})

test('a mood’s photograph is served in the requested size', async ({ ctx, folder, store }) => {
  const { id, size } = parseMediaFileName('mood-home-640.webp') ?? {}
  expect(id).toBe(moodPicture('home').id)
  expect(await readMood(store, 'home', size)).toBeUndefined()
  await createPhotograph(folder, 'mood/home.webp', 'tan')
  expect(await readMood(store, 'home', size)).toMatchObject({ type: 'image/webp', final: false })
  await importBundledPictures(ctx.db, folder)
  expect(await readMood(store, 'home', size)).toMatchObject({ type: 'image/webp', final: false })
  const [pictureId = ''] = await findPictureIds(ctx)
  await makePictureSizes(store, pictureId)
  const small = await readMood(store, 'home', size)
  expect(await sharp(small?.bytes).metadata()).toMatchObject({ width: 640 })
  expect(await readMood(store, 'tools')).toBeUndefined()
})
