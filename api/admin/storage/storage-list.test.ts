import { newId } from '#core/ids.ts'
import { execute } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { expect, testWithDatabase } from '#test/shared-store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'

const test = testWithDatabase.extend('admin', ({ connection }) =>
  signInVisitor(createTestStore(connection), connection.db, { role: 'admin' }),
)

async function upload(admin: TestVisitor, bucket: string, name: string, text: string) {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'image/png' }), name)
  const uploadRequest = new Request('http://localhost', { method: 'POST', body: form })
  return admin.request('POST', `/api/v1/storage/${bucket}`, {
    bytes: new Uint8Array(await uploadRequest.arrayBuffer()),
    headers: { 'content-type': uploadRequest.headers.get('content-type') ?? '' },
  })
}

test('a list has at most 100 files, by name', async ({ ctx, admin }) => {
  for (let nth = 0; nth <= 100; nth++) {
    const name = `${(nth * 37) % 101}.txt`.padStart(7, '0')
    await execute(ctx.db)`
      insert into uploads (id, bucket, path, name, type, bytes)
      values (${newId('picture')}, 'admin-uploads', ${`lists/${name}`}, ${name}, 'text/plain', 1)`
  }
  const list = (more = '') => admin.get(`/api/v1/storage/admin-uploads?prefix=lists/${more}`)
  const { data } = await (await list()).json()
  const names = data.map(({ name }: { name: string }) => name)
  expect(names).toHaveLength(100)
  expect(names).toEqual(names.toSorted())
  expect((await list('&limit=101')).status).toBe(400)
  expect((await (await list('&limit=2')).json()).data).toHaveLength(2)
})

test('an uploaded text may be cached for an hour', async ({ admin }) => {
  const { url } = await (await upload(admin, 'admin-uploads', 'notes.txt', 'Roses in linen.')).json()
  const served = await admin.get(new URL(url).pathname)
  expect([served.status, served.headers.get('cache-control')]).toEqual([
    200,
    expect.stringMatching(/max-age=3600/),
  ])
})

test('the bytes decide the type of a file, not its name, and an SVG never runs a script', async ({
  admin,
}) => {
  expect((await upload(admin, 'admin_uploads', 'rose.png', 'Roses in linen.')).status).toBe(400)
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><circle r="4"/></svg>'
  const uploaded = await upload(admin, 'admin_uploads', 'rose.svg', drawing)
  expect(uploaded.status).toBe(201)
  const served = await admin.get(new URL((await uploaded.json()).url).pathname)
  expect(served.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/)
  expect(await served.text()).not.toContain('<script')
})
