import { findSentEmails, runJobs, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('a program creates, lists, stops, and resumes offers', async ({ ctx, connection }) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const draft = { code: 'spring-10', title: 'Spring', kind: 'percentage', value: 1000 }
  const created = await admin.post('/api/v1/admin/offers', draft)
  expect(created.status).toBe(201)
  const offer = await created.json()
  expect(offer).toMatchObject({ code: 'SPRING-10', minimum: 0, ends_at: null, state: 'running', uses: 0 })
  for (const [input, field] of [
    [draft, 'code'],
    [{ ...draft, value: 10_001 }, 'value'],
    [{ ...draft, ends_at: '2020-01-01T00:00:00Z' }, 'ends_at'],
    [{ ...draft, total_limit: 0 }, 'total_limit'],
  ] as const) {
    const refused = await admin.post('/api/v1/admin/offers', input)
    expect([refused.status, Object.keys((await refused.json()).error.fields)]).toEqual([400, [field]])
  }
  const stopped = await admin.patch(`/api/v1/admin/offers/${offer.id}`, { active: false })
  expect(await stopped.json()).toMatchObject({ id: offer.id, state: 'stopped' })
  const { data } = await (await admin.get('/api/v1/admin/offers?state=running')).json()
  expect(data).toEqual([])
  expect((await admin.patch('/api/v1/admin/offers/none', { active: true })).status).toBe(404)
})

test('a program creates an offer without a code, on a category, from a time on', async ({
  ctx,
  connection,
}) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const { category } = await buildProduct(ctx)
  const draft = {
    ...{ code: null, title: 'Two and one', kind: 'buy_two_get_one', scope: 'category' },
    ...{
      first_order_only: true,
      starts_at: '2099-01-01T00:00:00.000Z',
      ends_at: '2099-02-01T00:00:00+01:00',
    },
  }
  const created = await admin.post('/api/v1/admin/offers', { ...draft, scope_ids: [category] })
  expect(await created.json()).toMatchObject({
    ...draft,
    ...{ value: 0, scope_names: [category], state: 'scheduled', ends_at: '2099-01-31T23:00:00.000Z' },
  })
  const { id } = (await (await admin.get('/api/v1/admin/offers')).json()).data[0]
  const change = { title: 'Three tools', ends_at: null }
  const changed = await admin.patch(`/api/v1/admin/offers/${id}`, change)
  expect(await changed.json()).toMatchObject({ ...change, state: 'scheduled', kind: 'buy_two_get_one' })
  const past = await admin.patch(`/api/v1/admin/offers/${id}`, { ends_at: '2020-01-01T00:00:00Z' })
  expect(Object.keys((await past.json()).error.fields)).toEqual(['ends_at'])
  const refused = await admin.post('/api/v1/admin/offers', { ...draft, scope_ids: ['Hats'] })
  expect(Object.keys((await refused.json()).error.fields)).toEqual(['scope_ids'])
})

test('a program changes, schedules, and publishes the home page', async ({ ctx, connection }) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const home = await (await admin.get('/api/v1/admin/home')).json()
  const hero = { ...home.hero, heading: 'Black Friday', link: { text: 'Shop', url: 'javascript:alert(1)' } }
  const unsafe = await admin.patch('/api/v1/admin/home', { version: home.version, hero })
  expect(unsafe.status).toBe(400)
  hero.link.url = '/categories'
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const change = { version: home.version, hero, publish_at: at }
  const scheduled = await (await admin.patch('/api/v1/admin/home', change)).json()
  expect(scheduled).toMatchObject({ hero, tiles: home.tiles, status: 'scheduled', publish_at: at })
  expect((await admin.patch('/api/v1/admin/home', change)).status).toBe(409)
  const { version } = scheduled
  const published = await admin.patch('/api/v1/admin/home', { version, show_offers: false, published: true })
  expect(await published.json()).toMatchObject({ hero, show_offers: false, status: 'published' })
})

test('a program changes the order of the home page’s sections, and adds and schedules some', async ({
  ctx,
  connection,
}) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const { version, sections } = await (await admin.get('/api/v1/admin/home')).json()
  expect(sections).toEqual(['offers', 'products', 'story', 'categories', 'tiles'])
  const change = (order: string[]) => admin.patch('/api/v1/admin/home', { version, sections: order })
  for (const [order, message] of [
    [['products', 'films'], 'no section “films”'],
    [['products', 'products'], 'once'],
    [[], 'at least one'],
  ] as const) {
    const refused = await change([...order])
    expect(refused.status).toBe(400)
    expect((await refused.json()).error.fields.sections).toContain(message)
  }
  const order = ['tiles', 'offers', 'products']
  expect(await (await change(order)).json()).toMatchObject({ sections: order, status: 'changed' })
  expect((await change(order)).status).toBe(409)

  const saved = await admin.patch('/api/v1/admin/home', {
    version: version + 1,
    sections: ['sale', ...order],
    blocks: [{ id: 'sale', kind: 'products', label: 'Black Friday', source: 'reduced' }],
    schedules: { sale: { from: '2026-11-27T09:00:00+01:00', until: null } },
  })
  expect(saved.status).toBe(200)
  expect(await saved.json()).toMatchObject({
    sections: ['sale', ...order],
    blocks: [{ id: 'sale', label: 'Black Friday', source: 'reduced', picture_id: null }],
    schedules: { sale: { from: '2026-11-27T09:00:00+01:00', until: null } },
  })
})

test('a story of the home page that a program changes keeps the link and the picture that it doesn’t name', async ({
  ctx,
  connection,
}) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const { version, story } = await (await admin.get('/api/v1/admin/home')).json()
  expect(story).toMatchObject({ link: { text: 'Shop skincare' }, picture_id: 'mood-rose-hips' })
  const text = 'Two drops, damp skin, night.'
  const change = (input: object) => admin.patch('/api/v1/admin/home', input)
  const changed = await (await change({ version, story: { label: '', text } })).json()
  expect(changed.story).toEqual({ ...story, label: '', text })
  const bare = { label: '', text, link: { text: '', url: '' }, picture_id: null }
  const emptied = await (await change({ version: changed.version, story: bare })).json()
  expect(emptied.story).toEqual(bare)
})

test('anyone can ask for the newsletter, and staff list its subscribers', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const guest = store.visitor()
  const email = 'reader@orchard.example'
  const requested = await guest.post('/api/v1/newsletter', { email: ` ${email.toUpperCase()} ` })
  expect(requested.status).toBe(202)
  expect((await guest.post('/api/v1/newsletter', { email: 'reader' })).status).toBe(400)
  await runJobs(connection, ctx)
  expect(await findSentEmails(connection, email)).toHaveLength(1)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const { data } = await (await admin.get('/api/v1/admin/newsletter?state=pending')).json()
  expect(data).toMatchObject([{ email, state: 'pending', confirmed_at: null, left_at: null }])
  expect((await guest.get('/api/v1/admin/newsletter')).status).toBe(401)
})
