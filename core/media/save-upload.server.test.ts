import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { diskFiles } from '#server/disk-files.ts'
import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import type { ListQuery } from '../pagination.ts'
import type { Files } from './files.ts'
import { saveUpload } from './save-upload.server.ts'
import { uploadedBytes, writePart } from './upload-parts.server.ts'
import { listUploads, removeUploads } from './uploads.server.ts'

const diskFullError = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

async function* brokenBody() {
  yield Buffer.from('The first half')
  throw diskFullError()
}
async function* wholeBody() {
  yield Buffer.from('All of it')
}

test('an upload that fills the disk is refused and leaves no partial file behind', async ({
  ctx,
  connection,
  owner,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'eternal-beauty-full-'))
  const actor = await buildActor(ctx.db, { role: 'admin' })
  const save = (files: Files, body: AsyncIterable<Uint8Array>) =>
    saveUpload({ ...ctx, actor, files }, { bucket: 'admin-uploads', name: 'notes.txt', body })
  const files = diskFiles(folder)
  const refusal = { code: 'unavailable', message: expect.stringContaining('enough storage space') }
  await expect(save(files, brokenBody())).rejects.toMatchObject(refusal)
  await expect(
    save({ ...files, moveIn: () => Promise.reject(diskFullError()) }, wholeBody()),
  ).rejects.toMatchObject(refusal)
  const remaining = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(remaining.filter((entry) => entry.isFile())).toEqual([])
  const { rows } = await connection.pool.query('select (select count(*) from uploads) as uploads')
  expect(rows).toEqual([{ uploads: 0 }])

  const saved = await save(files, wholeBody())
  expect(saved).toMatchObject({ name: 'notes.txt', bytes: 9 })
  await owner.query('alter table uploads rename to uploads_renamed')
  await expect(save(files, wholeBody())).rejects.toThrow()
  const filesAfter = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(filesAfter.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([saved.path])
  await rm(folder, { recursive: true })
})

test.for([
  ['cut.png', '\x89PNG\r\n\x1a\n'],
  ['cut.mp3', 'ID3'],
  ['cut.ogg', 'OggS'],
  ['cut.docx', 'PK\x03\x04xxxx'],
  ['cut.jpg', '\xff\xd8\xff'],
  ['cut.webp', 'RIFF'],
] as const)(
  'a transfer of %s that ended in its header is refused at its field and leaves no file behind',
  async ([name, header], { ctx }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'eternal-beauty-cut-'))
    const actor = await buildActor(ctx.db, { role: 'admin' })
    async function* body() {
      yield Buffer.from(header, 'latin1')
    }
    const upload = { bucket: 'admin-uploads' as const, name, body: body() }
    await expect(saveUpload({ ...ctx, actor, files: diskFiles(folder) }, upload)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { file: expect.stringMatching(/Export it again/) },
    })
    const remaining = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(remaining.filter((entry) => entry.isFile())).toEqual([])
    await rm(folder, { recursive: true })
  },
)

test('an upload with malware is refused at its field, and without an answer from the scanner nothing is stored', async ({
  ctx,
}) => {
  const actor = await buildActor(ctx.db, { role: 'admin' })
  const save = (findMalware: Files['findMalware']) =>
    saveUpload(
      { ...ctx, actor, files: { ...ctx.files, ...(findMalware && { findMalware }) } },
      { bucket: 'admin-uploads', name: 'scanned.txt', body: wholeBody() },
    )
  const refusal = { code: 'invalid_input', fields: { file: expect.stringContaining('Test.Virus') } }
  await expect(save(async () => 'Test.Virus')).rejects.toMatchObject(refusal)
  await expect(save(() => Promise.reject(new Error('down')))).rejects.toMatchObject({ code: 'unavailable' })
  expect(await listUploads({ ...ctx, actor }, 'admin-uploads', { search: 'scanned' })).toMatchObject({
    rows: [],
  })
  expect(await save(async () => undefined)).toMatchObject({ name: 'scanned.txt' })
})

test('a part keeps its received bytes when the connection breaks, and is deleted when the disk is full', async ({
  ctx,
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  async function* abortedBody() {
    yield Buffer.from('The first half')
    throw new Error('aborted')
  }
  await expect(writePart(admin, 'one', { offset: 0, body: abortedBody() })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  expect(await uploadedBytes(admin, 'one')).toBe(14)
  await expect(writePart(admin, 'one', { offset: 14, body: brokenBody() })).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(await uploadedBytes(admin, 'one')).toBe(0)
})

test('files can be sorted, filtered by type, and deleted in bulk', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await connection.pool.query(`insert into uploads (id, bucket, path, name, type, bytes, created_at)
    values ('upl_1', 'admin-uploads', '1', 'b.pdf', 'application/pdf', 30, now()),
      ('upl_2', 'admin-uploads', '2', 'a.mp4', 'video/mp4', 10, now() - interval '1 day'),
      ('upl_3', 'admin-uploads', '3', 'c.txt', 'text/plain', 20, now() - interval '2 days')`)
  const ids = async (query: ListQuery) =>
    (await listUploads(admin, 'admin-uploads', query)).rows.map(({ id }) => id.slice(4)).join('')
  expect(await ids({})).toBe('123')
  expect(await ids({ sort: 'oldest' })).toBe('321')
  expect([await ids({ sort: 'name' }), await ids({ sort: 'name-down' })]).toEqual(['213', '312'])
  expect([await ids({ sort: 'size' }), await ids({ sort: 'size-down' })]).toEqual(['231', '132'])
  expect([await ids({ filter: 'documents' }), await ids({ filter: 'video' })]).toEqual(['13', '2'])
  expect(await removeUploads(admin, 'admin_uploads', ['upl_1'])).toBe(0)
  expect(await removeUploads(admin, 'admin-uploads', ['upl_1', 'upl_3', 'upl_9'])).toBe(2)
  expect(await ids({})).toBe('2')
  await expect(removeUploads(ctx, 'admin-uploads', ['upl_2'])).rejects.toThrow('sign in')
})
