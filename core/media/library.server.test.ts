import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { setProductPictures } from '../catalog/set-product-pictures.server.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import type { ListQuery } from '../pagination.ts'
import { findProductsUsingPictures, listLibrary } from './library.server.ts'
import { MAX_USES } from './library.ts'
import { listUploads } from './uploads.server.ts'

async function insertPicture({ db }: Context, origin: string, alt = ''): Promise<string> {
  const id = newId('picture')
  await execute(db)`
    insert into pictures (id, origin, alt, width, height, type, bytes)
    values (${id}, ${origin}, ${alt}, 3, 4, 'image/webp', 9)`
  return id
}

async function insertUpload(ctx: Context, name: string, alt = ''): Promise<string> {
  const path = `pictures/${crypto.randomUUID()}.png`
  const pictureId = await insertPicture(ctx, `storage/admin_uploads/${path}`, alt)
  await execute(ctx.db)`
    insert into uploads (id, bucket, path, name, type, bytes, picture_id)
    values (${newId('upload')}, 'admin_uploads', ${path}, ${name}, 'image/png', 9, ${pictureId})`
  return pictureId
}

const listNames = async (admin: Context, query: ListQuery) =>
  (await listLibrary(admin, { sort: 'name', ...query })).rows.map(({ name }) => name)

test('the library has the owner’s pictures and those that come with the store', async ({ ctx, admin }) => {
  const mood = await insertPicture(ctx, 'bundled:mood/haircare.webp')
  const bundled = await insertPicture(ctx, 'bundled:products/linden-balm/2.webp', 'A jar of balm')
  const uploaded = await insertUpload(ctx, 'Linden tree.png')
  expect((await listLibrary(admin, { search: 'linden', sort: 'name' })).rows).toMatchObject([
    {
      name: 'Linden Balm, photo 2',
      alt: 'A jar of balm',
      url: `/media/${bundled}.webp`,
      thumbnailUrl: `/media/${bundled}-480.webp`,
      contentId: bundled,
      path: null,
    },
    { name: 'Linden tree.png', pictureId: uploaded, url: expect.stringContaining('/storage/public/') },
  ])
  expect((await listLibrary(admin, { search: 'haircare' })).rows).toMatchObject([
    { name: 'Haircare photograph', pictureId: mood, contentId: 'mood-haircare' },
  ])
  expect(await listNames(admin, { search: 'jar of' })).toEqual(['Linden Balm, photo 2'])
  expect(await listNames(admin, { filter: 'uploaded', search: 'linden' })).toEqual(['Linden tree.png'])
  expect(await listNames(admin, { filter: 'bundled', search: 'linden' })).toEqual(['Linden Balm, photo 2'])
  expect(await listNames(admin, { filter: 'undescribed', search: 'linden' })).toEqual(['Linden tree.png'])
})

test('uploads are searched by name and alt text', async ({ ctx, admin }) => {
  await insertUpload(ctx, 'DSC_1.png', 'A bowl of quinces')
  await insertUpload(ctx, 'quinces.png', 'Quinces')
  expect(await listNames(admin, { search: 'QUINCE' })).toEqual(['DSC_1.png', 'quinces.png'])
  expect(await listNames(admin, { search: 'of qui' })).toEqual(['DSC_1.png'])
  expect(await listNames(admin, { search: 'dsc_1' })).toEqual(['DSC_1.png'])
})

test('common, rare, and old text is found in the order of the list', async ({ ctx, admin }) => {
  // From the newest on: 1,200 files, 3,100 with a text that only old ones have, and a rare one at each end.
  await execute(ctx.db)`
    with files as (
      select n, 'many-' || lpad(n::text, 4, '0') || '-' || kind || '.png' as name
      from generate_series(1, 4302) n, lateral (select case
        when n in (2, 4302) then 'seldom' when n <= 1202 then 'recent' else 'bygone' end as kind) k
    ), inserted as (
      insert into pictures (id, origin, alt, width, height, type, bytes)
      select 'many-' || n, 'storage/many/' || n, case when n = 1500 then 'Seldom seen' else '' end, 3, 4, 'image/webp', 9 from files
    )
    insert into uploads (id, bucket, path, name, type, bytes, picture_id, created_at)
    select 'many-' || n, 'admin_uploads', 'many/' || n, name, 'image/png', 9, 'many-' || n, now() - make_interval(secs => n)
    from files`
  const numbers = async (query: ListQuery) =>
    (await listLibrary(admin, query)).rows.map(({ name }) => Number(name.split('-')[1]))
  const from = (first: number) => Array.from({ length: 60 }, (_, index) => first + index)
  expect(await numbers({ search: 'recent', limit: 60 })).toEqual([1, ...from(3).slice(0, 59)])
  expect(await numbers({ search: 'bygone', limit: 60 })).toEqual(from(1203))
  expect(await numbers({ search: 'bygone', sort: 'oldest', limit: 60 })).toEqual(from(4242).reverse())
  expect(await numbers({ search: 'SELDOM' })).toEqual([2, 1500, 4302])
  expect(await numbers({ search: 'seldom', sort: 'name-down', filter: 'undescribed' })).toEqual([4302, 2])
  const { rows, next } = await listLibrary(admin, { search: 'bygone', limit: 60 })
  expect(rows.map(({ path }) => path)).toEqual(from(1203).map((number) => `many/${number}`))
  expect(await numbers({ search: 'bygone', limit: 60, cursor: next ?? '' })).toEqual(from(1263))
  const files = await listUploads(admin, 'admin_uploads', { search: 'seldom' })
  expect(files.rows.map(({ id }) => id)).toEqual(['many-2', 'many-1500', 'many-4302'])
})

test('the pages of the library have each picture once', async ({ ctx, admin }) => {
  for (const nth of [1, 2, 3, 4]) await insertPicture(ctx, `bundled:products/paged-comb/${nth}.webp`)
  await insertUpload(ctx, 'Paged comb.png')
  for (const sort of ['newest', 'oldest', 'name', 'size-down']) {
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await listLibrary(admin, { search: 'paged comb', sort, limit: 2, cursor })
      names.push(...page.rows.map(({ name }) => name))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(names.toSorted()).toEqual([
      ...[1, 2, 3, 4].map((nth) => `Paged Comb, photo ${nth}`),
      'Paged comb.png',
    ])
  }
})

test('each picture names the products that show it', async ({ ctx, admin }) => {
  const [comb, brush] = [
    await buildProduct(ctx, { name: 'Comb' }),
    await buildProduct(ctx, { name: 'Brush' }),
  ]
  const shared = await insertPicture(ctx, 'bundled:products/shared-comb/1.webp')
  const unused = await insertPicture(ctx, 'bundled:products/shared-comb/2.webp')
  for (const { id } of [comb, brush]) await setProductPictures(admin, id, [shared])
  expect(await findProductsUsingPictures(admin, [shared, unused])).toEqual([
    { pictureId: shared, id: brush.id, name: 'Brush', kind: 'product' },
    { pictureId: shared, id: comb.id, name: 'Comb', kind: 'product' },
  ])
})

test('of a picture with many uses, some are listed', async ({ ctx, admin }) => {
  const shared = await insertPicture(ctx, 'bundled:products/popular-comb/1.webp')
  for (let count = 0; count < MAX_USES + 5; count++)
    await setProductPictures(admin, (await buildProduct(ctx)).id, [shared])
  expect(await findProductsUsingPictures(admin, [shared])).toHaveLength(MAX_USES + 1)
})

test('only those who may edit media see the library', async ({ customer }) => {
  await expect(listLibrary(customer, {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(findProductsUsingPictures(customer, [])).rejects.toMatchObject({ code: 'forbidden' })
})
