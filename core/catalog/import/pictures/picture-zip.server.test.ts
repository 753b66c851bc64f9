import { findAdminProductsBySlug } from '#core/catalog/admin-products.server.ts'
import type { Context } from '#core/context.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { pictureOf } from '#test/http/picture-server.ts'
import { zipFile } from '#test/http/zip-file.ts'
import { asAdmin, checkImportFile, rowProblems, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findImport } from '../imports.server.ts'
import { claimPictures } from './claim-pictures.server.ts'
import { fetchImportPictures } from './fetch-import-pictures.server.ts'
import { listImportPictures } from './import-pictures.server.ts'

const zipOf = async (names: string[]) =>
  zipFile(await Promise.all(names.map(async (name) => [name, await pictureOf(name)] as [string, Buffer])))

async function importZip(ctx: Context, file: Uint8Array) {
  const checked = await checkImportFile(ctx, file)
  await runImport(ctx, checked.id)
  await fetchImportPictures(ctx, checked.id)
  return checked
}

/** The files of each product, in the order of its pictures. */
async function filesOf(ctx: Context, importId: string, slug: string): Promise<string[]> {
  const { rows } = await listImportPictures(ctx, importId, { limit: 100 })
  const product = (await findAdminProductsBySlug(ctx.db, [slug])).get(slug)
  return (product?.images ?? []).map(({ id }) => rows.find((row) => row.pictureId === id)?.source ?? id)
}

test('pictures of a ZIP are matched by SKU, slug, folder, family, or name, and added in the order of their numbers', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const products = `slug,name,category,price,sku,shade,family,family_name
rose-oil,Rose Oil,Skincare,9,RO_1,,,
serum-2,Night Serum,Skincare,9,,,,
lipstick-fig,,Makeup,9,,Fig,lipstick,Lipstick
lipstick-plum,,Makeup,9,,Plum,lipstick,Lipstick
`
  await runImport(admin, (await checkImportFile(admin, products)).id)
  const checked = await importZip(
    admin,
    await zipOf([
      ...['shots/rose-oil-10.png', 'rose-oil-2.png', 'ro_1.png', 'rose-oil/3.png'],
      ...['serum-2.png', 'Night Serum (2).png', 'lipstick-1.png', 'lipstick-fig.png'],
      ...['__MACOSX/._rose-oil.png', '.DS_Store', 'unknown.png', 'notes.txt'],
    ]),
  )
  expect(checked).toMatchObject({ format: 'pictures', rows: 6, unchanged: 4, invalid: 2 })
  expect(checked.pictures).toEqual({ pending: 9, done: 0, failed: 0, invalid: 0 })
  expect(rowProblems(checked).map(([, , problem]) => problem)).toEqual([
    'No product has this SKU, slug, or name. Rename the file, then upload it again.',
    'This isn’t a picture. Use JPG, PNG, or WebP.',
  ])
  expect(checked.lines.filter(({ kind }) => kind === 'invalid').map(({ name }) => name)).toEqual([
    'unknown.png',
    'notes.txt',
  ])
  expect(await filesOf(admin, checked.id, 'rose-oil')).toEqual([
    ...['ro_1.png', 'rose-oil-2.png', 'rose-oil/3.png', 'shots/rose-oil-10.png'],
  ])
  expect(await filesOf(admin, checked.id, 'serum-2')).toEqual(['serum-2.png', 'Night Serum (2).png'])
  expect(await filesOf(admin, checked.id, 'lipstick-fig')).toEqual(['lipstick-fig.png', 'lipstick-1.png'])
  expect(await filesOf(admin, checked.id, 'lipstick-plum')).toEqual(['lipstick-1.png'])
})

test('a name that several products have is named instead of guessed', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  for (const slug of ['comb-a', 'comb-b']) await buildProduct(ctx, { slug, name: 'Comb' })
  const checked = await checkImportFile(admin, await zipOf(['Comb.png']))
  expect(rowProblems(checked)).toEqual([[1, '', expect.stringContaining('Several products have this name.')]])
})

test('a ZIP that is interrupted continues, and adds no picture twice', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await buildProduct(ctx, { slug: 'rose-oil' })
  const files = ['rose-oil-1.png', 'rose-oil-2.png', 'rose-oil-3.png']
  const { id } = await checkImportFile(admin, await zipOf(files))
  await runImport(admin, id)
  await claimPictures(ctx.db, id)
  await execute(ctx.db)`update product_import_pictures set claimed_until = now() - interval '1 second'`
  await Promise.all([fetchImportPictures(admin, id), fetchImportPictures(admin, id)])
  await fetchImportPictures(admin, id)
  expect(await findImport(admin, id)).toMatchObject({ pictures: { pending: 0, done: 3, failed: 0 } })
  expect(await filesOf(admin, id, 'rose-oil')).toEqual(files)
  const again = await importZip(admin, await zipOf(files))
  expect(await filesOf(admin, again.id, 'rose-oil')).toEqual(files)
})

test('a file that isn’t what its name says, or is larger than the ZIP states, fails with its reason', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  for (const slug of ['script', 'bomb']) await buildProduct(ctx, { slug })
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const { id } = await importZip(admin, zipFile([['script.png', script]]))
  const problems = async (importId: string) =>
    (await listImportPictures(admin, importId, {})).rows.map(({ problem }) => problem)
  expect(await problems(id)).toEqual(['SVG files can’t be product photos. Use JPG, PNG, or WebP.'])
  const bomb = zipFile([['bomb.png', Buffer.alloc(5 * 1024 * 1024)]], { statedBytes: 1000 })
  expect(await problems((await importZip(admin, bomb)).id)).toEqual([
    'This file of the ZIP is damaged. Create it again.',
  ])
})

test.for([
  [{ statedBytes: 501 * 1024 * 1024 }, ['a.png'], 'larger than 500 MB when unpacked'],
  [{ flags: 1 }, ['a.png'], 'protected by a password'],
  [{}, ['[Content_Types].xml', 'xl/workbook.xml'], 'This is a workbook, not a CSV file.'],
  [{}, ['../../a.png'], 'This file is damaged'],
] as const)('a ZIP with %o and %o is refused: %s', async ([options, names, reason], { ctx }) => {
  const file = zipFile(
    names.map((name) => [name, Buffer.from('x')]),
    options,
  )
  await expect(checkImportFile(await asAdmin(ctx), file)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(reason),
  })
})

test('a ZIP with more than 10,000 files is refused', async ({ ctx }) => {
  const names = Array.from({ length: 10_001 }, (_, index): [string, Buffer] => [`${index}.png`, Buffer.of(1)])
  await expect(checkImportFile(await asAdmin(ctx), zipFile(names))).rejects.toThrow('more than 10,000 files')
})
