import { document, paragraph } from '#core/content/build-rich-text.ts'
import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const POST = {
  title: 'Rose hip',
  description: 'In June.',
  author: 'Ines',
  body: document(paragraph('By hand.')),
}

test('an API client writes, schedules, and publishes a post', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const created = await admin.post('/api/v1/admin/posts', POST)
  expect(created.status).toBe(201)
  const post = await created.json()
  expect(post).toMatchObject({ ...POST, slug: 'rose-hip', path: '/journal/rose-hip', status: 'draft' })

  const path = `/api/v1/admin/posts/${post.id}`
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const past = await admin.patch(path, { version: post.version, publish_at: '2020-01-01T00:00:00Z' })
  expect((await past.json()).error.fields).toEqual({ publish_at: 'Enter a time in the future.' })
  const scheduled = await (await admin.patch(path, { version: post.version, publish_at: at })).json()
  expect(scheduled).toMatchObject({ status: 'scheduled', publish_at: at })
  const stale = await admin.patch(path, { version: post.version, title: 'Late' })
  expect(stale.status).toBe(409)
  const change = { version: scheduled.version, title: 'Rose hip oil', published: true }
  const published = await (await admin.patch(path, change)).json()
  expect(published).toMatchObject({ title: 'Rose hip oil', status: 'published', publish_at: null })

  const { data } = await (await admin.get('/api/v1/admin/posts?status=published')).json()
  expect(data).toMatchObject([{ id: post.id, title: 'Rose hip oil' }])
  expect((await admin.get(`/api/v1/admin/pages/${post.id}`)).status).toBe(404)
})

test('an API client reads the versions of a page and restores one as the draft', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const page = await (await admin.post('/api/v1/admin/pages', { title: 'One', body: document() })).json()
  const path = `/api/v1/admin/pages/${page.id}`
  const changed = await (await admin.patch(path, { version: page.version, title: 'Two' })).json()
  const { data } = await (await admin.get(`${path}/versions`)).json()
  expect(data).toMatchObject([
    { number: 2, title: 'Two' },
    { number: 1, title: 'One' },
  ])
  expect(await (await admin.get(`${path}/versions/1`)).json()).toEqual({
    ...{ number: 1, title: 'One', lead: '', description: '', body: document() },
    ...{ author: expect.any(String), created_at: expect.any(String) },
  })
  const restore = (version: number, number: number | string = 1) =>
    admin.post(`${path}/versions/${number}/restore`, { version })
  expect((await restore(page.version)).status).toBe(409)
  expect(await (await restore(changed.version)).json()).toMatchObject({ title: 'One', status: 'draft' })
  for (const number of [9, 2 ** 31])
    expect((await admin.get(`${path}/versions/${number}`)).status).toBe(number === 9 ? 404 : 400)
  expect((await admin.get(`${path.replace('pages', 'posts')}/versions`)).status).toBe(404)
  expect((await store.visitor().get(`${path}/versions`)).status).toBe(401)
})

test('a page with a script, an unknown node, or a reserved address is refused at its field', async ({
  ctx,
  connection,
}) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const create = async (page: object) => {
    const response = await admin.post('/api/v1/admin/pages', { title: 'A', body: document(), ...page })
    return { status: response.status, ...(await response.json()).error }
  }
  const script = { type: 'doc', content: [{ type: 'script', content: [] }] }
  expect(await create({ body: script })).toMatchObject({ status: 400, fields: { body: expect.any(String) } })
  const link = document(
    paragraph({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }),
  )
  expect(await create({ body: link })).toMatchObject({ status: 400, fields: { body: expect.any(String) } })
  expect(await create({ slug: 'cart' })).toMatchObject({ status: 400, fields: { slug: expect.any(String) } })
  expect(await create({ slug: 'Not a slug' })).toMatchObject({ fields: { slug: expect.any(String) } })
})
