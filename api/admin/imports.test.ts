import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { diskFiles } from '#server/disk-files.ts'
import { filesDir } from '#server/paths.ts'
import { runJobs, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { startPictureServer } from '#test/http/picture-server.ts'
import { uploadCsv } from '#test/http/upload-csv.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-imports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const IMPORTS_URL = '/api/v1/admin/products/imports'

test('an import is checked, previewed, and run once', async ({ ctx: plainCtx, connection }) => {
  const folder = createFolder()
  const ctx = { ...plainCtx, files: diskFiles(filesDir(folder)) }
  const store = createTestStore(connection, { env: { DATA_DIR: folder } })
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  await buildProduct(ctx, { slug: 'one', price: 900, stock: 2 })
  const file = `slug,name,price,stock,type\none,,9,5,\ntwo,Two,10,1,\nthree,Three,,,\n${'x'.repeat(1_200_000)},y,1,1,`
  const uploadAndCheck = async (text: string, fields = {}) => {
    const uploaded = await uploadCsv(admin, IMPORTS_URL, text, fields)
    const { id, state, rows } = await uploaded.json()
    const url = `${IMPORTS_URL}/${id}`
    expect([uploaded.status, uploaded.headers.get('location'), state, rows]).toEqual([
      201,
      url,
      'checking',
      0,
    ])
    expect((await admin.post(`${url}/run`)).status).toBe(409)
    await runJobs(connection, ctx)
    return (await admin.get(url)).json()
  }
  const checked = await uploadAndCheck(file.replace(/x{9}x+/, 'x'.repeat(300_000)), {
    take_stock: 'yes',
    category: 'Skincare',
  })
  const { id } = checked
  expect(checked).toMatchObject({ rows: 4, created: 1, changed: 0, invalid: 3, state: 'checked' })
  const invalid = await (await admin.get(`${IMPORTS_URL}/${id}?kind=invalid`)).json()
  expect(invalid.data.map(({ line }: { line: number }) => line)).toEqual([2, 4, 5])
  const valid = await uploadAndCheck('slug,name,price,stock\none,One,9,5\ntwo,Two,10,1', {
    category: 'Skincare',
  })
  expect(valid).toMatchObject({ created: 1, changed: 1, invalid: 0 })
  const changes = await (await admin.get(`${IMPORTS_URL}/${valid.id}?kind=changed&limit=1`)).json()
  expect(changes.data).toEqual([
    { line: 2, kind: 'changed', slug: 'one', pictures: { count: 0, problems: [] }, problems: [] },
  ])
  const started = await admin.post(`${IMPORTS_URL}/${valid.id}/run`)
  expect([started.status, started.headers.get('location')]).toEqual([202, `${IMPORTS_URL}/${valid.id}`])
  expect(await started.json()).toMatchObject({ state: 'running', imported: 0 })
  expect((await admin.post(`${IMPORTS_URL}/${valid.id}/run`)).status).toBe(202)
  await runJobs(connection, ctx)
  expect(await (await admin.get(`${IMPORTS_URL}/${valid.id}`)).json()).toMatchObject({
    state: 'done',
    imported: 2,
  })
  expect(await (await admin.post(`${IMPORTS_URL}/${valid.id}/run`)).json()).toMatchObject({ state: 'done' })
  expect((await admin.post(`${IMPORTS_URL}/none/run`)).status).toBe(404)

  await admin.post(`${IMPORTS_URL}/${id}/run`)
  await runJobs(connection, ctx)
  const stale = await (await admin.get(`${IMPORTS_URL}/${id}?kind=invalid`)).json()
  expect(stale).toMatchObject({ state: 'done', created: 0, invalid: 4, imported: 0 })
  expect(stale.data[1]).toMatchObject({
    line: 3,
    slug: 'two',
    problems: [{ problem: expect.stringContaining('Someone created a product with this slug') }],
  })
  const listed = await (await admin.get('/api/v1/admin/products')).json()
  expect(listed.data.map(({ slug, stock }: { slug: string; stock: number }) => [slug, stock])).toEqual([
    ['two', 1],
    ['one', 2],
  ])
  const unreadable = await (await uploadCsv(admin, IMPORTS_URL, 'slug,name\nx,"never')).json()
  await runJobs(connection, ctx)
  expect(await (await admin.get(`${IMPORTS_URL}/${unreadable.id}`)).json()).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('is never closed'),
  })
  expect((await uploadCsv(admin, IMPORTS_URL, 'a,b\n')).status).toBe(400)
  const grace = await signInVisitor(store, ctx.db)
  expect((await uploadCsv(grace, IMPORTS_URL, file)).status).toBe(403)
  expect((await uploadCsv(store.visitor(), IMPORTS_URL, file)).status).toBe(401)
})

test('an import creates categories if the upload says so', async ({ ctx: plainCtx, connection }) => {
  const folder = createFolder()
  const ctx = { ...plainCtx, files: diskFiles(filesDir(folder)) }
  const store = createTestStore(connection, { env: { DATA_DIR: folder } })
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const check = async (fields: object) => {
    const file = 'slug,name,price,category\nfig,Fig,9,Candles\n'
    const { id } = await (await uploadCsv(admin, IMPORTS_URL, file, fields)).json()
    await runJobs(connection, ctx)
    return (await admin.get(`${IMPORTS_URL}/${id}`)).json()
  }
  expect(await check({ create_categories: 'no' })).toMatchObject({ created: 0, invalid: 1, notes: [] })
  const { id, notes } = await check({ create_categories: 'yes' })
  expect(notes).toEqual(['Creates 1 category: Candles (1 product).'])
  await admin.post(`${IMPORTS_URL}/${id}/run`)
  await runJobs(connection, ctx)
  const { data } = await (await admin.get('/api/v1/categories')).json()
  expect(data).toContainEqual(expect.objectContaining({ name: 'Candles', slug: 'candles' }))
})

test('without scripts, the upload form redirects to the import or back with an error', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection, { env: { DATA_DIR: createFolder() } })
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const to = '/storage/imports?back=%2Fadmin%2Fproducts%2Fimport'
  const good = await uploadCsv(admin, to, 'slug,name,price\none,One,9')
  expect([good.status, good.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/admin\/products\/import\/imp_\w{20}$/),
  ])
  const invalid = await uploadCsv(admin, to, 'one;two')
  expect(invalid.headers.get('location')).toBe('/admin/products/import')
  expect(decodeURIComponent(admin.cookies.get('eb_upload_error') ?? '')).toMatch(/^The first line/)
  const stranger = await uploadCsv(await signInVisitor(store, ctx.db), to, 'slug')
  expect(stranger.headers.get('location')).toBe('/admin/login')
})

test('the pictures of an import are listed, and the failed ones fetched again', async ({
  ctx: plainCtx,
  connection,
}) => {
  const folder = createFolder()
  const ctx = { ...plainCtx, files: diskFiles(filesDir(folder)) }
  const store = createTestStore(connection, { env: { DATA_DIR: folder } })
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const server = await startPictureServer()
  server.answer = (_, response) => Boolean(response.writeHead(410).end())
  const file = `slug,name,category,price,pictures\none,One,Skincare,9,${server.url}/1.png\n`
  const uploaded = await (await uploadCsv(admin, IMPORTS_URL, file, { fetch_pictures: 'yes' })).json()
  const url = `${IMPORTS_URL}/${uploaded.id}`
  await runJobs(connection, ctx)
  expect((await (await admin.get(url)).json()).pictures).toEqual({
    pending: 1,
    done: 0,
    failed: 0,
    invalid: 0,
  })
  await admin.post(`${url}/run`)
  await runJobs(connection, ctx)
  const { data, next_cursor } = await (await admin.get(`${url}/pictures?state=failed`)).json()
  const picture = { line: 2, slug: 'one', source: `${server.url}/1.png`, state: 'failed', picture_id: null }
  expect([data, next_cursor]).toEqual([
    [{ ...picture, problem: 'The server returned status 410 instead of a picture.' }],
    null,
  ])
  server.answer = () => false
  const retried = await admin.post(`${url}/pictures/retry`)
  expect([retried.status, retried.headers.get('location')]).toEqual([202, url])
  await runJobs(connection, ctx)
  const [imported] = (await (await admin.get(`${url}/pictures`)).json()).data
  expect(imported).toMatchObject({ state: 'done', problem: null, picture_id: expect.stringMatching(/^pic_/) })
  expect((await admin.get(`${IMPORTS_URL}/none/pictures`)).status).toBe(404)
})

test('columns that the store doesn’t know are listed, mapped, and the file is checked again', async ({
  ctx: plainCtx,
  connection,
}) => {
  const folder = createFolder()
  const ctx = { ...plainCtx, files: diskFiles(filesDir(folder)) }
  const store = createTestStore(connection, { env: { DATA_DIR: folder } })
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const file = 'slug,name,price,category,Motto\nbalm,Balm,9,Skincare,Soft.\n'
  const { id, columns } = await (await uploadCsv(admin, IMPORTS_URL, file)).json()
  expect(columns).toEqual([])
  await runJobs(connection, ctx)
  const url = `${IMPORTS_URL}/${id}`
  const motto = { heading: 'Motto', rows: 1, examples: ['Soft.'] }
  expect(await (await admin.get(url)).json()).toMatchObject({
    columns: [{ ...motto, field: null, decided: false }],
  })
  const map = (columns: unknown) => admin.request('PUT', `${url}/columns`, { json: { columns } })
  expect((await map([{ heading: 'Motto', field: 'price' }])).status).toBe(400)
  expect((await map([{ heading: 'None', field: 'tagline' }])).status).toBe(400)
  expect((await map([])).status).toBe(400)
  const mapped = await map([{ heading: 'Motto', field: 'tagline' }])
  expect([mapped.status, mapped.headers.get('location')]).toEqual([202, url])
  expect(await mapped.json()).toMatchObject({ state: 'checking', rows: 0 })
  expect((await map([{ heading: 'Motto', field: null }])).status).toBe(409)
  await runJobs(connection, ctx)
  expect(await (await admin.get(url)).json()).toMatchObject({
    state: 'checked',
    created: 1,
    columns: [{ ...motto, field: 'tagline', decided: true }],
  })
})
