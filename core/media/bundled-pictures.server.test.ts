import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { linkBundledPictures } from '#core/catalog/bundled-product-pictures.server.ts'
import { findProduct } from '#core/catalog/products.server.ts'
import { diskFiles } from '#server/disk-files.ts'
import { buildProduct } from '#test/builders.ts'
import { test as base, expect } from '#test/store.ts'
import { importBundledPictures } from './bundled-pictures.server.ts'
import { pictureSizes, pictures } from './media.table.ts'
import { type PictureStore, readMood, readPicture } from './picture-bytes.server.ts'
import { makePictureSizes } from './picture-sizes.server.ts'

const test = base.extend<{ house: string; store: PictureStore }>({
  house: async ({ task: _ }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-pictures-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  store: async ({ ctx, house }, use) => {
    await use({ db: ctx.db, files: diskFiles(path.join(house, 'made')), bundledFolder: house })
  },
})

async function createPhotograph(house: string, name: string, color: string): Promise<void> {
  const file = path.join(house, name)
  mkdirSync(path.dirname(file), { recursive: true })
  const canvas = sharp({ create: { width: 900, height: 1200, channels: 3, background: color } })
  writeFileSync(file, await canvas.webp().toBuffer())
}

test('a photograph dropped into the house’s folder replaces the drawing', async ({ ctx, house }) => {
  const { id } = await buildProduct(ctx, { slug: 'rose-hip-night-serum' })
  expect((await findProduct(ctx, id)).image.url).toMatch(/^\/media\/drawn-/)
  await createPhotograph(house, 'products/rose-hip-night-serum/1.webp', 'tan')
  await createPhotograph(house, 'products/rose-hip-night-serum/2.webp', 'pink')
  writeFileSync(
    path.join(house, 'alt.json'),
    JSON.stringify({ 'products/rose-hip-night-serum/1.webp': 'Amber glass on plaster' }),
  )
  expect(await importBundledPictures(ctx.db, house)).toBe(2)
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

test('a photograph that changed gets a new name; one that is gone leaves no trace', async ({
  ctx,
  house,
}) => {
  const { id } = await buildProduct(ctx, { slug: 'comb' })
  await createPhotograph(house, 'products/comb/1.webp', 'tan')
  await importBundledPictures(ctx.db, house)
  await linkBundledPictures(ctx.db)
  const before = (await findProduct(ctx, id)).image.id
  await createPhotograph(house, 'products/comb/1.webp', 'black')
  await importBundledPictures(ctx.db, house)
  await linkBundledPictures(ctx.db)
  const after = (await findProduct(ctx, id)).image.id
  expect(after).not.toBe(before)
  rmSync(path.join(house, 'products/comb/1.webp'))
  await importBundledPictures(ctx.db, house)
  expect((await findProduct(ctx, id)).image.id).toMatch(/^drawn-/)
  expect(await ctx.db.select().from(pictures)).toEqual([])
})

test('the same photograph is taken in once', async ({ ctx, house }) => {
  await createPhotograph(house, 'mood/home.webp', 'tan')
  expect(await importBundledPictures(ctx.db, house)).toBe(1)
  expect(await importBundledPictures(ctx.db, house)).toBe(0)
})

test('a picture of the owner’s own choice is not taken down by the house’s', async ({ ctx, house }) => {
  const { id } = await buildProduct(ctx, { slug: 'comb' })
  const own = {
    id: 'pic_00000000000000000own',
    origin: 'uploads/own.webp',
    width: 1,
    height: 1,
    type: 'image/webp',
  }
  await ctx.db.insert(pictures).values({ ...own, bytes: 1, alt: '', preview: '' })
  await ctx.db.execute(sql`insert into product_pictures values (${id}, 1, ${own.id})`)
  await createPhotograph(house, 'products/comb/1.webp', 'tan')
  await importBundledPictures(ctx.db, house)
  await linkBundledPictures(ctx.db)
  expect((await findProduct(ctx, id)).image.id).toBe(own.id)
})

test('the master stands in until a job has made the sizes, each once', async ({ ctx, house, store }) => {
  await createPhotograph(house, 'mood/home.webp', 'tan')
  await importBundledPictures(ctx.db, house)
  const [picture] = await ctx.db.select().from(pictures)
  const id = picture?.id ?? ''
  const size = { id, width: 640, format: 'avif' } as const
  expect(await readPicture(store, id, size)).toMatchObject({ type: 'image/webp', final: false })
  await makePictureSizes(store, id)
  await makePictureSizes(store, id)
  const sizes = await ctx.db.select().from(pictureSizes).where(eq(pictureSizes.pictureId, id))
  expect(sizes.map(({ width, format }) => `${width}.${format}`).toSorted()).toEqual(
    ['320.avif', '320.webp', '480.avif', '480.webp', '640.avif', '640.webp'].toSorted(),
  )
  const resized = await readPicture(store, id, size)
  expect(resized).toMatchObject({ type: 'image/avif', final: true })
  expect(await sharp(resized?.bytes).metadata()).toMatchObject({ width: 640, format: 'heif' })
})

test('a picture that nobody took in is not there', async ({ store }) => {
  expect(await readPicture(store, 'pic_00000000000000000000')).toBeUndefined()
})

test('a mood is shown as it was photographed, in the size asked for', async ({ ctx, house, store }) => {
  const request = { mood: 'home', size: { width: 640, format: 'webp' } } as const
  expect(await readMood(store, request)).toBeUndefined()
  await createPhotograph(house, 'mood/home.webp', 'tan')
  await importBundledPictures(ctx.db, house)
  expect(await readMood(store, request)).toMatchObject({ type: 'image/webp', final: false })
  const [picture] = await ctx.db.select().from(pictures)
  await makePictureSizes(store, picture?.id ?? '')
  const small = await readMood(store, request)
  expect(await sharp(small?.bytes).metadata()).toMatchObject({ width: 640 })
  expect(await readMood(store, { mood: 'tools' })).toBeUndefined()
})
