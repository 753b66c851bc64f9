import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { execute, query } from '#db/sql.ts'
import { pictureOf, startPictureServer } from '#test/http/picture-server.ts'
import { asAdmin, checkImportFile, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProductsBySlug } from '../../admin-products.server.ts'
import { setProductPictures } from '../../set-product-pictures.server.ts'
import { findImport } from '../imports.server.ts'
import { claimPictures } from './claim-pictures.server.ts'
import { fetchImportPictures } from './fetch-import-pictures.server.ts'
import { listImportPictures, retryImportPictures } from './import-pictures.server.ts'
import type { PictureContext } from './picture-source.server.ts'
import { MAX_IMPORT_ADDRESSES } from './plan-pictures.server.ts'

const OPTIONS = { fetchPictures: true }

async function importWithPictures(ctx: Context, file: string) {
  const { id } = await checkImportFile(ctx, file, OPTIONS)
  await runImport(ctx, id)
  await fetchImportPictures(ctx, id)
  return findImport(ctx, id)
}

const alts = async (ctx: Context, slug: string) => {
  const product = (await findAdminProductsBySlug(ctx.db, [slug])).get(slug)
  return product?.images.map(({ alt }) => alt)
}

const problems = async (ctx: Context, id: string) =>
  (await listImportPictures(ctx, id, { limit: 100 })).rows.flatMap(({ slug, problem }) =>
    problem ? [[slug, problem]] : [],
  )

const ownFile = (rows: [slug: string, pictures: string, texts?: string][], status = 'published') =>
  `slug,name,category,price,status,pictures,picture_texts\n${rows
    .map(([slug, pictures, texts = '']) => `${slug},${slug},Skincare,9,${status},"${pictures}","${texts}"`)
    .join('\n')}\n`

test('a Shopify export brings its pictures in order with their alt texts, and each variant shows its own first', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { url, requested } = await startPictureServer()
  const file = `Handle,Title,Type,Option1 Name,Option1 Value,Variant Price,Image Src,Image Position,Image Alt Text,Variant Image,Status
balm,Balm,Lip balm,Color,Rose,9,${url}/2.png,2,Second,${url}/rose.png,active
balm,,,,Plum,9,${url}/1.png,1,First,${url}/plum.png,
balm,,,,,,${url}/rose.png,3,Rose,,
balm,,,,,,${url}/plum.png,4,Plum,,
mist,Mist,Toner,Title,Default Title,9,${url}/1.png,,Mist,,active
`
  const { id, notes, pictures, lines } = await checkImportFile(admin, file, OPTIONS)
  expect(notes).toEqual([
    '3 products have no stock in the file. A new product is sold out until you enter its stock.',
    'The colors of 2 shades were guessed from the name. Check them in the family.',
    'Fetches 7 pictures for 3 products once the products are imported.',
    '3 products have no photo yet. Their first pictures publish them.',
  ])
  expect(pictures).toEqual({ pending: 7, done: 0, failed: 0, invalid: 0 })
  expect(lines.map(({ pictures: { count } }) => count)).toEqual([3, 3, 1])
  await runImport(admin, id)
  expect(requested).toEqual([])
  await fetchImportPictures(admin, id)
  expect(requested.toSorted()).toEqual(['/1.png', '/2.png', '/plum.png', '/rose.png'])
  expect(await findImport(admin, id)).toMatchObject({ pictures: { pending: 0, done: 7, failed: 0 } })
  expect(await alts(ctx, 'balm-rose')).toEqual(['Rose', 'First', 'Second'])
  expect(await alts(ctx, 'balm-plum')).toEqual(['Plum', 'First', 'Second'])
  const products = await findAdminProductsBySlug(ctx.db, ['balm-rose', 'balm-plum', 'mist'])
  expect([...products.values()].map(({ status }) => status)).toEqual(['published', 'published', 'published'])
  expect(await checkImportFile(admin, file, OPTIONS)).toMatchObject({
    unchanged: 3,
    pictures: { pending: 0, invalid: 0 },
  })
})

test('without the option nothing is fetched, and the check says so', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file = ownFile([['oil', 'https://cdn.example/1.png https://cdn.example/2.png']])
  const { notes, pictures } = await checkImportFile(admin, file)
  expect(notes.join()).toContain('Skipped 2 pictures.')
  expect(pictures.pending).toBe(0)
})

test('each picture that can’t be imported is named with its reason, and its product is imported', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const server = await startPictureServer()
  const { url } = server
  const cutPicture = (await pictureOf('cut')).subarray(0, 60)
  server.answer = ({ url: path }, response) => {
    if (path === '/gone.png') response.writeHead(404).end()
    else if (path === '/private.png') response.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end()
    else if (path === '/script.png')
      response.end('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    else if (path === '/page.png') response.end('<!doctype html><p>Hello')
    else if (path === '/huge.png') response.writeHead(200, { 'content-length': 300 * 1024 * 1024 }).write('x')
    else if (path === '/cut.png') response.end(cutPicture)
    else if (path === '/slow.png') response.writeHead(200).write('x')
    else return false
    return true
  }
  const file = ownFile([
    ['private', `http://192.168.1.1/a.png ${url}/ok.png`],
    ['ftp', 'ftp://cdn.example/a.png'],
    ['redirect', `${url}/private.png`],
    ['gone', `${url}/gone.png ${url}/ok-2.png`],
    ['script', `${url}/script.png`],
    ['page', `${url}/page.png`],
    ['huge', `${url}/huge.png`],
    ['cut', `${url}/cut.png`],
    ['slow', `${url}/slow.png`],
  ])
  const { id, lines, pictures } = await checkImportFile(admin, file, OPTIONS)
  expect(pictures).toMatchObject({ pending: 9, invalid: 2 })
  const privateProblem =
    'This address belongs to a private network. Pictures are fetched only from public addresses.'
  expect(lines[0]?.pictures).toEqual({
    count: 1,
    problems: [{ source: 'http://192.168.1.1/a.png', problem: privateProblem }],
  })
  expect(await runImport(admin, id)).toMatchObject({ created: 9, invalid: 0 })
  await fetchImportPictures({ ...admin, limits: { timeout: 1000 } }, id)
  expect(await problems(admin, id)).toEqual([
    ['private', privateProblem],
    ['ftp', expect.stringContaining('Enter a full address')],
    ['redirect', privateProblem],
    ['gone', 'The server returned status 404 instead of a picture.'],
    ['script', 'SVG files can’t be product photos. Use JPG, PNG, or WebP.'],
    ['page', 'This isn’t a picture. Use JPG, PNG, or WebP.'],
    ['huge', 'The picture is larger than 100 MB.'],
    ['cut', expect.stringContaining('can’t be read')],
    ['slow', 'The picture didn’t arrive within 1 seconds.'],
  ])
  expect(await findImport(admin, id)).toMatchObject({
    pictures: { pending: 0, done: 2, failed: 7, invalid: 2 },
  })
  const products = await findAdminProductsBySlug(ctx.db, ['gone', 'script'])
  expect(products.get('gone')).toMatchObject({ status: 'published', images: [{ alt: '' }] })
  expect(products.get('script')).toMatchObject({ status: 'draft', images: [] })

  server.answer = () => false
  expect(await retryImportPictures(admin, id)).toBe(7)
  await fetchImportPictures(admin, id)
  expect((await problems(admin, id)).map(([slug]) => slug)).toEqual(
    ['private', 'ftp', 'redirect'].slice(0, 2),
  )
  expect((await findAdminProductsBySlug(ctx.db, ['script'])).get('script')).toMatchObject({
    status: 'published',
    images: [{}],
  })
})

test('a server that is busy is asked again, up to three times', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const server = await startPictureServer()
  server.answer = (_, response) => Boolean(response.writeHead(429).end())
  const { id } = await importWithPictures(admin, ownFile([['oil', `${server.url}/1.png`]]))
  const endWait = () =>
    execute(ctx.db)`update product_import_pictures set claimed_until = now() - interval '1 second'`
  for (const pictures of [
    { pending: 1, failed: 0 },
    { pending: 1, failed: 0 },
    { pending: 0, failed: 1 },
  ]) {
    expect(await findImport(admin, id)).toMatchObject({ pictures })
    await endWait()
    await fetchImportPictures(admin, id)
  }
  expect(server.requested).toHaveLength(3)
  expect(await problems(admin, id)).toEqual([['oil', 'The server returned status 429 instead of a picture.']])
})

const PICTURES = Array.from({ length: 6 }, (_, index) => index + 1)
const sixPictures = (url: string) =>
  ownFile([
    [
      'oil',
      PICTURES.map((number) => `${url}/${number}.png`).join('\n'),
      PICTURES.map((number) => `Text ${number}`).join('\n'),
    ],
  ])
const SIX_TEXTS = PICTURES.map((number) => `Text ${number}`)

test.for([
  ['between the file and its rows', 'moveIn'],
  ['while its response is read', 'stop'],
  ['after a claim', 'claim'],
] as const)(
  'an import that is interrupted %s continues, and adds no picture twice',
  async ([, at], { ctx }) => {
    const admin = await asAdmin(ctx)
    const server = await startPictureServer()
    const { id } = await checkImportFile(admin, sixPictures(server.url), OPTIONS)
    await runImport(admin, id)
    if (at === 'claim') for (let count = 0; count < 2; count++) await claimPictures(ctx.db, id)
    if (at === 'moveIn')
      await expect(fetchImportPictures(crashingAfter(admin, 2), id)).rejects.toThrow('crashed')
    if (at === 'stop') {
      const stop = new AbortController()
      server.answer = ({ url = '' }, response) => {
        if (url < '/4') return false
        response.writeHead(200).write('half')
        stop.abort()
        return true
      }
      await fetchImportPictures({ ...admin, stopping: stop.signal }, id)
      server.answer = () => false
    }
    await execute(ctx.db)`
    update product_import_pictures set claimed_until = now() - interval '1 second' where claimed_until is not null`
    await Promise.all([fetchImportPictures(admin, id), fetchImportPictures(admin, id)])
    expect(await findImport(admin, id)).toMatchObject({ pictures: { pending: 0, done: 6, failed: 0 } })
    expect(await alts(ctx, 'oil')).toEqual(SIX_TEXTS)
    await fetchImportPictures(admin, id)
    expect(await alts(ctx, 'oil')).toEqual(SIX_TEXTS)
    expect(
      await query(ctx.db, z.strictObject({ count: z.int() }))`select count(*)::int as count from uploads`,
    ).toEqual([{ count: 6 }])
  },
)

function crashingAfter(ctx: Context, moves: number): PictureContext {
  let left = moves
  const moveIn: Context['files']['moveIn'] = async (path, file) => {
    await ctx.files.moveIn(path, file)
    if (left-- <= 0) throw new Error('crashed')
  }
  return { ...ctx, files: { ...ctx.files, moveIn } }
}

test('a picture with the same address or content is stored once, and one that staff removed stays removed', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const server = await startPictureServer()
  const { url, requested } = server
  await importWithPictures(
    admin,
    ownFile([
      ['oil', `${url}/1.png`],
      ['balm', `${url}/1.png ${url}/2.png`],
    ]),
  )
  const oil = (await findAdminProductsBySlug(ctx.db, ['oil'])).get('oil')
  await importWithPictures(admin, ownFile([['mist', `${url}/1.png`]]))
  expect(requested.toSorted()).toEqual(['/1.png', '/2.png'])
  expect((await findAdminProductsBySlug(ctx.db, ['mist'])).get('mist')?.images[0]?.id).toBe(
    oil?.images[0]?.id,
  )

  const { id } = await importWithPictures(
    admin,
    ownFile([
      ['oil', `${url}/3.png`],
      ['balm', `${url}/3.png`],
    ]),
  )
  await execute(
    ctx.db,
  )`update product_import_pictures set state = 'failed' where import_id = ${id} and line = 3`
  await setProductPictures(admin, oil?.id ?? '', [])
  expect(await retryImportPictures(admin, id)).toBe(1)
  await fetchImportPictures(admin, id)
  expect(await findImport(admin, id)).toMatchObject({ pictures: { done: 2, pending: 0 } })
  expect((await findAdminProductsBySlug(ctx.db, ['oil'])).get('oil')?.images).toEqual([])
})

test('a product has up to 12 photos, and an import as many addresses as it may', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const many = Array.from({ length: 14 }, (_, index) => `https://cdn.example/${index}.png`).join('\n')
  const { id } = await checkImportFile(admin, ownFile([['oil', many]]), OPTIONS)
  expect(await findImport(admin, id)).toMatchObject({ pictures: { pending: 12, invalid: 2 } })
  expect(await problems(admin, id)).toEqual(Array(2).fill(['oil', 'A product can have up to 12 photos.']))
  const rows = Array.from({ length: MAX_IMPORT_ADDRESSES / 10 + 1 }, (_, row): [string, string] => [
    `p-${row}`,
    Array.from({ length: 10 }, (_, index) => `https://cdn.example/${row}-${index}.png`).join('\n'),
  ])
  const { pictures, notes } = await checkImportFile(admin, ownFile(rows), OPTIONS)
  expect(pictures).toMatchObject({ pending: MAX_IMPORT_ADDRESSES, invalid: 10 })
  expect(notes.join()).toContain('Fetches 10,000 pictures for 1,000 products')
})

test('an API key needs the scope for files to fetch pictures', async ({ ctx }) => {
  const actor = {
    kind: 'key',
    id: 'key_1',
    name: 'Feed',
    permissions: ['products.view', 'products.edit'],
  } as const
  const refusal = { code: 'forbidden', message: 'This API key needs the scope media:write.' }
  await expect(checkImportFile({ ...ctx, actor }, ownFile([]), OPTIONS)).rejects.toMatchObject(refusal)
})
