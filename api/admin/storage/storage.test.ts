import sharp from 'sharp'
import { runJobs, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

type Admin = Awaited<ReturnType<typeof signInVisitor>>

const red = { create: { width: 60, height: 40, channels: 3 as const, background: '#803030' } }
const jpeg = () =>
  sharp(red)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody', Copyright: 'Secret place' } })
    .toBuffer()

async function upload(admin: Admin, bucket: string, name: string, bytes: Uint8Array | string) {
  const form = new FormData()
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  const uploadRequest = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': uploadRequest.headers.get('content-type') ?? '' }
  return admin.request('POST', `/api/v1/storage/${bucket}`, {
    bytes: new Uint8Array(await uploadRequest.arrayBuffer()),
    headers,
  })
}

test('a picture is stored without camera data, listed, served, and deleted with its renditions', async ({
  ctx,
  connection,
}) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const response = await upload(admin, 'admin_uploads', '../../Rose "Oud".JPG', await jpeg())
  const file = await response.json()
  expect([response.status, file.path]).toEqual([201, expect.stringMatching(/^pictures\/[0-9a-f]{32}\.jpg$/)])
  const { data } = await (await admin.get('/api/v1/storage/admin_uploads?prefix=pictures/')).json()
  expect(data).toEqual([file])
  expect((await (await admin.get('/api/v1/storage/admin-uploads')).json()).data).toEqual([])
  const download = await admin.get(new URL(file.url).pathname)
  expect(download.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(download.headers.get('content-security-policy')).toContain('sandbox')
  expect(download.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''Rose%20Oud.JPG")
  const bytes = Buffer.from(await download.arrayBuffer())
  expect(bytes.length).toBe(file.metadata.size)
  expect(bytes.includes('Secret place')).toBe(false)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 60, height: 40, format: 'jpeg' })
  const range = await admin.get(new URL(file.url).pathname, { headers: { range: 'bytes=0-1' } })
  expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 0-1/${bytes.length}`])
  const { id } = await buildProduct(ctx)
  const { rows } = await connection.pool.query('select id from pictures where origin like $1', [
    `%${file.path}`,
  ])
  await connection.pool.query('insert into product_pictures values ($1, 1, $2)', [id, rows[0].id])
  expect((await admin.delete(`/api/v1/storage/admin_uploads/${file.path}`)).status).toBe(204)
  await runJobs(connection, ctx)
  expect((await admin.get(new URL(file.url).pathname)).status).toBe(404)
  expect((await admin.delete(`/api/v1/storage/admin_uploads/${file.path}`)).status).toBe(404)
  expect((await admin.delete('/api/v1/storage/admin_uploads/%0A')).status).toBe(404)
  const withNul = await admin.delete('/api/v1/storage/admin_uploads/a%00b')
  expect((await withNul.json()).error.fields).toEqual({ path: 'Remove the NUL character.' })
  expect(await ctx.files.read(`storage/admin_uploads/${file.path}`)).toBeUndefined()
})

test('a document gets a generated name and a public URL, is listed newest first, and is removed', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const bucket = '/api/v1/storage/admin-uploads'
  const responses = [
    await upload(admin, 'admin-uploads', 'notes.txt', 'Roses in linen.'),
    await upload(admin, 'admin-uploads', 'more.txt', 'Moss in jars.'),
  ]
  const [notes, more] = await Promise.all(responses.map((response) => response.json()))
  expect(notes).toMatchObject({
    name: expect.stringMatching(/^\d+-\w+\.txt$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    metadata: { size: 15 },
  })
  const guest = store.visitor()
  const { pathname } = new URL(notes.url)
  expect(await (await guest.get(pathname)).text()).toBe('Roses in linen.')
  const { data } = await (await admin.get(`${bucket}?limit=100&sort=created_at`)).json()
  expect(data).toEqual([more, notes])
  expect((await admin.get(`${bucket}?limit=101`)).status).toBe(400)
  expect((await admin.delete(`${bucket}/${notes.path}`)).status).toBe(204)
  expect((await guest.get(pathname)).status).toBe(404)
})

test('the bucket admin_uploads lists its folder pictures/, apart from the other bucket', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const { path, url } = await (await upload(admin, 'admin_uploads', 'dot.gif', gif)).json()
  expect(path).toMatch(/^pictures\/[\w-]+\.gif$/)
  const listPaths = async (bucket: string) => {
    const list = await admin.get(`/api/v1/storage/${bucket}?prefix=pictures/&offset=0`)
    return (await list.json()).data.map((file: { path: string }) => file.path)
  }
  expect(await listPaths('admin_uploads')).toEqual([path])
  expect(await listPaths('admin-uploads')).toEqual([])
  expect((await store.visitor().get(new URL(url).pathname)).status).toBe(200)
  expect((await admin.delete(`/api/v1/storage/admin_uploads/${path}`)).status).toBe(204)
  expect(await listPaths('admin_uploads')).toEqual([])
})

test('a refused file is reported with its field, and a document is downloaded, not opened', async ({
  ctx,
  connection,
}) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const mismatch = await upload(admin, 'admin_uploads', 'a.png', await jpeg())
  expect([mismatch.status, (await mismatch.json()).error.fields]).toEqual([
    400,
    { file: expect.stringContaining('.png') },
  ])
  const huge = await sharp({ create: { ...red.create, width: 9000, height: 6000 } })
    .png()
    .toBuffer()
  expect((await upload(admin, 'admin-uploads', 'huge.png', huge)).status).toBe(413)
  const { url } = await (await upload(admin, 'admin-uploads', 'a.pdf', '%PDF-1.7\n')).json()
  const pdf = await admin.get(new URL(url).pathname)
  expect(pdf.headers.get('content-disposition')).toMatch(/^attachment/)
  const drawing = await (
    await upload(admin, 'admin-uploads', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  ).json()
  const svg = await admin.get(new URL(drawing.url).pathname)
  expect(svg.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
})

test('an SVG is served in a sandbox, so its scripts don’t run', async ({ ctx, connection }) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'
  const { url } = await (await upload(admin, 'admin-uploads', 'a.svg', svg)).json()
  const { headers } = await admin.get(new URL(url).pathname)
  expect(headers.get('content-type')).toMatch(/^image\/svg\+xml/)
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/)
})

test('an upload without a file, an incomplete upload, and a customer’s upload are refused', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  const url = '/api/v1/storage/admin-uploads'
  for (const [body, headers] of [
    ['{}', { 'content-type': 'application/json' }],
    ['--x--\r\n', multipart],
    [
      '--x\r\ncontent-disposition: form-data; name="other"; filename="a.txt"\r\n\r\nhi\r\n--x--\r\n',
      multipart,
    ],
    ['--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf', multipart],
  ] as const) {
    const response = await admin.request('POST', url, { bytes: new Uint8Array(Buffer.from(body)), headers })
    expect([body, response.status, Object.keys((await response.json()).error.fields)]).toEqual([
      body,
      400,
      ['file'],
    ])
  }
  expect((await upload(admin, 'secrets', 'a.txt', 'x')).status).toBe(404)
  const grace = await signInVisitor(store, ctx.db)
  expect((await upload(grace, 'admin-uploads', 'a.txt', 'x')).status).toBe(403)
  expect((await admin.get('/storage/public/admin-uploads/..%2F..%2Fsecret')).status).toBe(404)
  expect((await admin.get('/storage/public/secrets/x')).status).toBe(404)
})

test('an interrupted upload resumes, and the complete file is inspected', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const text = Buffer.from('Soft as linden. '.repeat(1000))
  const url = (upload: string) => `/api/v1/storage/admin-uploads/parts/${upload}`
  const put = async (upload: string, offset: unknown, bytes: Uint8Array) => {
    const response = await admin.request('PUT', `${url(upload)}?offset=${offset}`, {
      bytes: new Uint8Array(bytes),
    })
    return [response.status, await response.json()]
  }
  const readOffset = async (upload: string) => (await (await admin.get(url(upload))).json()).offset
  const uploadId = `one-${crypto.randomUUID()}`
  expect(await readOffset(uploadId)).toBe(0)
  expect(await put(uploadId, 0, text.subarray(0, 9000))).toEqual([200, { offset: 9000 }])
  expect(await put(uploadId, 12_000, text)).toEqual([
    409,
    { error: expect.objectContaining({ code: 'conflict', fields: { offset: '9000' } }) },
  ])
  expect(await put(uploadId, 5000, text.subarray(5000, 7000))).toEqual([200, { offset: 9000 }])
  expect((await admin.post(url(uploadId), { name: 'a.txt', bytes: text.length })).status).toBe(409)
  expect(await put(uploadId, 9000, text.subarray(9000))).toEqual([200, { offset: text.length }])
  const completed = await admin.post(url(uploadId), { name: '../Linden.txt', bytes: text.length })
  const file = await completed.json()
  expect([completed.status, file.metadata]).toEqual([201, { size: text.length, mimetype: 'text/plain' }])
  const bytes = Buffer.from(await (await admin.get(new URL(file.url).pathname)).arrayBuffer())
  expect(Buffer.compare(bytes, text)).toBe(0)
  expect(await readOffset(uploadId)).toBe(0)

  const mislabeled = `mislabeled-${crypto.randomUUID()}`
  await put(mislabeled, 0, text)
  expect((await admin.post(url(mislabeled), { name: 'a.pdf', bytes: text.length })).status).toBe(400)
  expect(await readOffset(mislabeled)).toBe(0)
  for (const offset of ['-1', '', '1.5', 'x', 1e99])
    expect((await put(mislabeled, offset, text))[0]).toBe(409)
  expect((await admin.post(url(mislabeled), { name: 'a.txt' })).status).toBe(400)
  const other = await signInVisitor(store, ctx.db, { role: 'admin' })
  await put(mislabeled, 0, text)
  expect((await (await other.get(url(mislabeled))).json()).offset).toBe(0)
  const grace = await signInVisitor(store, ctx.db)
  expect((await grace.request('PUT', `${url(mislabeled)}?offset=0`, { text: 'x' })).status).toBe(403)
})
