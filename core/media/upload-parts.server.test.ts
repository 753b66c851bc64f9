import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { MAX_UPLOAD_BYTES } from './upload.ts'
import { finishUpload, uploadedBytes, writePart } from './upload-parts.server.ts'

async function* body(...chunks: (string | Uint8Array)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
}
const write = (ctx: Context, upload: string, offset: number, ...chunks: (string | Uint8Array)[]) =>
  writePart(ctx, upload, { offset, body: body(...chunks) })
const finish = (ctx: Context, upload: string, bytes: number, name = 'notes.txt') =>
  finishUpload(ctx, { bucket: 'admin-uploads', name, upload, bytes })
const readText = async ({ files }: Context, path: string) =>
  Buffer.from((await files.read(`storage/admin-uploads/${path}`)) ?? []).toString()

test('parts are put together in any number of chunks, and an overlapping part overwrites its bytes', async ({
  admin,
}) => {
  const upload = randomUUID()
  expect(await uploadedBytes(admin, upload)).toBe(0)
  expect(await write(admin, upload, 0, 'Rose ', 'and M')).toBe(10)
  expect(await write(admin, upload, 9, 'Moss', ' and Iris')).toBe(22)
  expect(await write(admin, upload, 0, 'Lily')).toBe(22)
  const { path, bytes } = await finish(admin, upload, 22)
  expect([bytes, await readText(admin, path)]).toEqual([22, 'Lily and Moss and Iris'])
  expect(await uploadedBytes(admin, upload)).toBe(0)
})

test('a part that would leave a gap is refused with the offset to resume at', async ({ admin }) => {
  const upload = randomUUID()
  await write(admin, upload, 0, 'Rose')
  for (const offset of [5, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    await expect(write(admin, upload, offset, 'x')).rejects.toMatchObject({
      code: 'conflict',
      fields: { offset: '4' },
    })
  expect(await uploadedBytes(admin, upload)).toBe(4)
})

test('an upload finishes only when all its bytes have arrived', async ({ admin }) => {
  const upload = randomUUID()
  await expect(finish(admin, upload, 0)).rejects.toMatchObject({ code: 'conflict', fields: { offset: '0' } })
  await write(admin, upload, 0, 'Rose')
  for (const bytes of [3, 5])
    await expect(finish(admin, upload, bytes)).rejects.toMatchObject({
      code: 'conflict',
      fields: { offset: '4' },
    })
  expect(await finish(admin, upload, 4)).toMatchObject({ bytes: 4 })
})

test('a finished upload that is refused has to be sent again', async ({ admin }) => {
  const upload = randomUUID()
  await write(admin, upload, 0, 'text')
  await expect(finish(admin, upload, 4, 'notes.pdf')).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await uploadedBytes(admin, upload)).toBe(0)
})

test('two requests that finish the same upload store one file', async ({ admin }) => {
  const upload = randomUUID()
  await write(admin, upload, 0, 'Rose')
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => finish(admin, upload, 4)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
})

test('parts add up to at most 100 MB', async ({ admin }) => {
  const upload = randomUUID()
  const half = new Uint8Array(MAX_UPLOAD_BYTES / 2)
  expect(await write(admin, upload, 0, half, half)).toBe(MAX_UPLOAD_BYTES)
  await expect(write(admin, upload, MAX_UPLOAD_BYTES, 'x')).rejects.toMatchObject({
    code: 'too_large',
    message: 'The file is too large. Upload one of at most 100 MB.',
  })
  expect(await uploadedBytes(admin, upload)).toBe(0)
})

test('administrators don’t see each other’s unfinished uploads, whatever the names', async ({
  ctx,
  admin,
}) => {
  const other = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  for (const upload of ['same name', '../../escape', 'a/b', '\0', 'x'.repeat(1000)]) {
    expect(await write(admin, upload, 0, 'Rose')).toBe(4)
    expect(await uploadedBytes(other, upload)).toBe(0)
    await expect(finish(other, upload, 4)).rejects.toMatchObject({ code: 'conflict' })
    await finish(admin, upload, 4)
  }
  expect((await readdir(admin.files.tempFolder)).every((name) => /^[0-9a-f]+(\.part)?$/.test(name))).toBe(
    true,
  )
})

test('only administrators upload in parts', async ({ customer }) => {
  for (const attempt of [
    write(customer, 'a', 0, 'x'),
    uploadedBytes(customer, 'a'),
    finish(customer, 'a', 1),
  ])
    await expect(attempt).rejects.toMatchObject({ code: 'forbidden' })
})
