import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { query } from '#db/sql.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { setProductPictures } from '../catalog/set-product-pictures.server.ts'
import type { Context } from '../context.ts'
import { deleteStaleTempFiles, removeFiles } from './remove-files.server.ts'
import { saveUpload, storagePath } from './save-upload.server.ts'
import { withTempFile } from './temp-files.server.ts'
import type { Bucket } from './upload.ts'
import {
  findProductsUsingUpload,
  findUpload,
  listFolder,
  listUploads,
  removeUpload,
  removeUploads,
  setUploadAlt,
} from './uploads.server.ts'

async function* body(bytes: string | Uint8Array) {
  yield Buffer.from(bytes)
}
const save = (ctx: Context, name: string, bytes: string | Uint8Array, bucket: Bucket = 'admin-uploads') =>
  saveUpload(ctx, { bucket, name, body: body(bytes) })
const jpeg = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#803030' } })
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 31/1 12/1' } })
    .jpeg()
    .toBuffer()
const savePicture = async (ctx: Context, name = 'rose.jpg') => save(ctx, name, await jpeg(), 'admin_uploads')

const Job = z.strictObject({ task: z.string(), payload: z.unknown() })
const findJobs = ({ db }: Context, text: string) =>
  query(db, Job)`
    select t.identifier as task, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where j.payload::text like ${`%${text}%`}`
const findAudit = ({ db }: Context, subject: string) =>
  query(db, z.strictObject({ action: z.string(), before: z.unknown(), after: z.unknown() }))`
    select action, before, after from audit_entries where subject = ${subject} order by id`

test('a photograph is stored under a random name, without its location, and its sizes are made by a job', async ({
  ctx,
  admin,
}) => {
  const upload = await savePicture(admin, '../Rose Garden.JPG')
  expect(upload).toMatchObject({ name: 'Rose Garden.JPG', type: 'image/jpeg', alt: '' })
  expect(upload.path).toMatch(/^pictures\/[0-9a-f]{32}\.jpg$/)
  const bytes = Buffer.from((await ctx.files.read(storagePath(upload))) ?? [])
  expect(bytes.length).toBe(upload.bytes)
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  expect(await findJobs(ctx, upload.pictureId ?? '')).toEqual([
    { task: 'size-picture', payload: { id: upload.pictureId } },
  ])
  const { bucket, path: storedPath, name } = upload
  expect(await findAudit(ctx, upload.id)).toEqual([
    { action: 'file-uploaded', before: null, after: { bucket, path: storedPath, name, bytes: bytes.length } },
  ])
})

test('only a still picture in the pictures folder can be shown with a product', async ({ admin }) => {
  const gif = await sharp(await jpeg())
    .gif()
    .toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  expect(await save(admin, 'a.gif', gif, 'admin_uploads')).toMatchObject({ pictureId: null, alt: null })
  expect(await save(admin, 'a.svg', svg, 'admin_uploads')).toMatchObject({ pictureId: null, alt: null })
  const general = await save(admin, 'a.jpg', await jpeg())
  expect(general).toMatchObject({ pictureId: null, alt: null })
  expect(general.path).toMatch(new RegExp(`^${admin.now.getTime()}-[0-9a-f]{32}\\.jpg$`))
})

test('an SVG is stored without what could run code', async ({ ctx, admin }) => {
  const upload = await save(admin, 'a.svg', '<svg><script>alert(1)</script><path onload="alert(1)"/></svg>')
  const stored = await ctx.files.read(storagePath(upload))
  expect(Buffer.from(stored ?? []).toString()).toBe('<svg><path /></svg>')
  await expect(save(admin, 'a.svg', '<svg><path d="')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(save(admin, 'a.svg', `<svg>${' '.repeat(5_300_000)}</svg>`)).rejects.toMatchObject({
    code: 'too_large',
  })
})

test('a refused upload leaves nothing behind', async ({ ctx, admin }) => {
  const before = await listUploads(admin, 'admin_uploads', {})
  await expect(save(admin, 'a.jpg', '<html>', 'admin_uploads')).rejects.toMatchObject({
    code: 'invalid_input',
  })
  expect(await listUploads(admin, 'admin_uploads', {})).toEqual(before)
  expect((await readdir(ctx.files.tempFolder)).filter((name) => !name.endsWith('.part'))).toEqual([])
})

test('a file is read up to its limit and no further', async ({ ctx }) => {
  let chunkCount = 0
  async function* endlessBody() {
    for (;;) {
      chunkCount++
      yield Buffer.alloc(1024 * 1024)
    }
  }
  const maxBytes = 3 * 1024 * 1024
  await expect(
    withTempFile(ctx.files, { body: endlessBody(), maxBytes }, async () => {}),
  ).rejects.toMatchObject({
    code: 'too_large',
    message: 'The file is too large. Upload one of at most 3 MB.',
  })
  expect(chunkCount).toBeLessThan(40)
  const exact = { body: body(Buffer.alloc(maxBytes)), maxBytes }
  expect(await withTempFile(ctx.files, exact, async () => 'read')).toBe('read')
})

test('deleting a photograph removes it from its products, and its files by a job', async ({ ctx, admin }) => {
  const upload = await savePicture(admin)
  const [rose, moss] = [await buildProduct(ctx, { name: 'Rose' }), await buildProduct(ctx, { name: 'Moss' })]
  await setProductPictures(admin, rose.id, [await addPicture(ctx, rose.id), upload.pictureId ?? ''])
  await setProductPictures(admin, moss.id, [upload.pictureId ?? ''])
  expect((await findProductsUsingUpload(admin, upload)).map(({ name }) => name)).toEqual(['Moss', 'Rose'])
  await removeUpload(admin, upload.bucket, upload.path)
  expect(await findProductsUsingUpload(admin, upload)).toEqual([])
  await expect(findUpload(ctx, upload.bucket, upload.path)).rejects.toMatchObject({ code: 'not_found' })
  const removal = { paths: [storagePath(upload)], pictureId: upload.pictureId, pictureWidth: 60 }
  expect(await findJobs(ctx, upload.path)).toEqual([{ task: 'remove-files', payload: removal }])
  expect((await findAudit(ctx, upload.id)).at(-1)).toMatchObject({ action: 'file-deleted', after: null })
  const sizes = ['avif', 'webp'].map((format) => `pictures/${upload.pictureId}-60.${format}`)
  for (const size of sizes) await ctx.files.write(size, Buffer.from('a size'))
  await removeFiles(ctx.files, removal)
  await removeFiles(ctx.files, removal)
  expect(await ctx.files.read(storagePath(upload))).toBeUndefined()
  for (const size of sizes) expect(await ctx.files.read(size)).toBeUndefined()
})

test('of several deletions of one file at once, one succeeds', async ({ ctx, admin }) => {
  const upload = await save(admin, 'twice.txt', 'Rose')
  const removals = Array.from({ length: 5 }, () => removeUpload(admin, upload.bucket, upload.path))
  const results = await Promise.allSettled(removals)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(removeUpload(admin, upload.bucket, upload.path)).rejects.toMatchObject({
    code: 'not_found',
    message: 'File not found.',
  })
  expect((await findAudit(ctx, upload.id)).map(({ action }) => action)).toEqual([
    'file-uploaded',
    'file-deleted',
  ])
})

test('a description is trimmed, cut to 500 characters, and shown with the picture', async ({
  ctx,
  admin,
}) => {
  const upload = await savePicture(admin)
  const undescribed = async () =>
    (await listUploads(admin, 'admin_uploads', { filter: 'undescribed' })).rows.map(({ id }) => id)
  expect(await undescribed()).toContain(upload.id)
  await setUploadAlt(admin, upload.id, `  ${'x'.repeat(600)}`)
  expect(await findUpload(ctx, upload.bucket, upload.path)).toMatchObject({ alt: 'x'.repeat(500) })
  expect(await undescribed()).not.toContain(upload.id)
  const { id } = await save(admin, 'notes.txt', 'Rose')
  await setUploadAlt(admin, id, 'A note has no description')
  expect(await undescribed()).not.toContain(id)
})

test('a bucket’s files are listed by name or newest first, within a folder, and in steps', async ({
  admin,
}) => {
  const names = ['b.txt', 'a.txt', 'c.txt']
  const saved = []
  for (const name of names) saved.push(await save(admin, name, name))
  const own = new Set(saved.map(({ id }) => id))
  const list = async (query: Partial<Parameters<typeof listFolder>[2]>) =>
    (
      await listFolder(admin, 'admin-uploads', { prefix: '', limit: 100, offset: 0, sort: 'name', ...query })
    ).filter(({ id }) => own.has(id))
  const byPath = saved.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  expect((await list({})).map(({ id }) => id)).toEqual(byPath.map(({ id }) => id))
  expect((await list({ sort: 'created_at', limit: 3 })).map(({ name }) => name)).toEqual(names.toReversed())
  expect((await list({ sort: 'created_at', limit: 1, offset: 1 })).map(({ name }) => name)).toEqual(['a.txt'])
  expect((await list({ prefix: saved[0]?.path ?? '' })).map(({ name }) => name)).toEqual(['b.txt'])
  for (const prefix of ['pictures/', '%', '_']) expect(await list({ prefix })).toEqual([])
})

test('files are searched by name within their bucket', async ({ admin }) => {
  const [text] = [await save(admin, 'Linden 100%.txt', 'x'), await savePicture(admin, 'linden.jpg')]
  const ids = async (bucket: Bucket, search: string) =>
    (await listUploads(admin, bucket, { search })).rows.map(({ id }) => id)
  expect(await ids('admin-uploads', 'LINDEN')).toEqual([text.id])
  expect(await ids('admin-uploads', '0%')).toEqual([])
  expect(await ids('admin-uploads', '100%')).toEqual([text.id])
  expect(await ids('admin_uploads', '100%')).toEqual([])
})

test('anyone can read an uploaded file, and only administrators upload, list, describe, or delete', async ({
  ctx,
  admin,
  customer,
}) => {
  const upload = await save(admin, 'public.txt', 'Rose')
  expect(await findUpload(ctx, upload.bucket, upload.path)).toMatchObject({ id: upload.id })
  await expect(findUpload(ctx, 'admin_uploads', upload.path)).rejects.toMatchObject({ code: 'not_found' })
  const folder = { prefix: '', limit: 1, offset: 0, sort: 'name' } as const
  const attempts = [
    () => save(customer, 'a.txt', 'x'),
    () => listUploads(customer, upload.bucket, {}),
    () => listFolder(customer, upload.bucket, folder),
    () => findProductsUsingUpload(customer, upload),
    () => setUploadAlt(customer, upload.id, 'x'),
    () => removeUpload(customer, upload.bucket, upload.path),
    () => removeUploads(customer, upload.bucket, [upload.id]),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' })
  expect(await findUpload(ctx, upload.bucket, upload.path)).toEqual(upload)
})

test.for([
  ['the folder', 'temporary'],
  ['the folder of the previous release', 'desk'],
] as const)('temporary files in %s are deleted after a day', async ([, folder], { ctx }) => {
  const base = path.join(ctx.files.tempFolder, '..', `stale-${folder}`)
  const files = { ...ctx.files, tempFolder: path.join(base, 'temporary') }
  const tempFolder = path.join(base, folder)
  await deleteStaleTempFiles(files)
  await mkdir(tempFolder, { recursive: true })
  for (const [name, hours] of [
    ['old', 25],
    ['recent', 23],
  ] as const) {
    const at = new Date(Date.now() - hours * 3_600_000)
    await writeFile(path.join(tempFolder, name), 'x')
    await utimes(path.join(tempFolder, name), at, at)
  }
  await deleteStaleTempFiles(files)
  expect(await readdir(tempFolder)).toEqual(['recent'])
})
