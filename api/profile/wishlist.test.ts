import { execute } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { test as base, expect } from '#test/shared-store.ts'
import { createTestStore } from '#test/test-store.ts'

const test = base
  .extend('store', ({ connection }) => createTestStore(connection, { env: { RATE_LIMITS: 'off' } }))
  .extend('guest', ({ store }) => store.visitor())
  .extend('ada', ({ store, connection }) => signInVisitor(store, connection.db))
  .extend('staff', ({ store, connection }) => signInVisitor(store, connection.db, { role: 'admin' }))

const PATH = '/api/v1/wishlist'

test('a customer adds a product twice, reads the list, and removes it', async ({ ctx, guest, ada }) => {
  const { id, name } = await buildProduct(ctx, { price: 4800 })
  expect((await guest.put(`${PATH}/${id}`, {})).status).toBe(401)
  expect((await guest.get(PATH)).status).toBe(401)
  for (let times = 0; times < 2; times++) expect((await ada.put(`${PATH}/${id}`, {})).status).toBe(204)
  const response = await ada.get(PATH)
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(await response.json()).toEqual({
    data: [
      {
        ...{ product_id: id, name, added_price: 48, added_at: expect.any(String) },
        product: expect.objectContaining({ id, in_stock: true }),
      },
    ],
    next_cursor: null,
  })
  for (const unknown of ['prd_00000000000000000000', '🌹'])
    expect((await ada.put(`${PATH}/${encodeURIComponent(unknown)}`, {})).status).toBe(404)
  await execute(ctx.db)`update products set status = 'archived' where id = ${id}`
  expect((await (await ada.get(PATH)).json()).data).toMatchObject([{ product_id: id, product: null }])
  for (let times = 0; times < 2; times++) expect((await ada.delete(`${PATH}/${id}`)).status).toBe(204)
})

test('a customer turns emails on, and shares the list', async ({ ada }) => {
  const settings = '/api/v1/profile/wishlist'
  const off = { emails: false, shared_url: null, shows_name: false }
  expect(await (await ada.get(settings)).json()).toEqual(off)
  expect(await (await ada.patch(settings, { shows_name: true })).json()).toEqual(off)
  expect(await (await ada.patch(settings, { emails: true, shared: true })).json()).toEqual({
    emails: true,
    shared_url: expect.stringMatching(/\/wishlist\/shared\?key=[\w-]{43}$/),
    shows_name: false,
  })
  expect(await (await ada.patch(settings, { shows_name: true })).json()).toMatchObject({ shows_name: true })
  expect(await (await ada.patch(settings, { emails: false, shared: false })).json()).toEqual(off)
  expect((await ada.patch(settings, { emails: 'yes' })).status).toBe(400)
})

test('anyone can ask for an email about a sold-out product', async ({ ctx, guest, ada }) => {
  const { id } = await buildProduct(ctx, { stock: 0 })
  const { id: inStock } = await buildProduct(ctx)
  const ask = (productId: string, email: string) =>
    guest.post(`/api/v1/products/${productId}/stock-alerts`, { email })
  const replies = [await ask(id, 'nobody@orchard.example'), await ask(id, ada.account.email)]
  expect(replies.map(({ status }) => status)).toEqual([202, 202])
  expect(await replies[0]?.json()).toEqual(await replies[1]?.json())
  const invalid = await ask(id, 'nobody')
  expect([invalid.status, (await invalid.json()).error.fields]).toEqual([400, { email: expect.any(String) }])
  expect((await ask(inStock, 'nobody@orchard.example')).status).toBe(409)
  expect((await ask('prd_00000000000000000000', 'nobody@orchard.example')).status).toBe(404)
})

test('staff list what is wished for in pages', async ({ ctx, ada, staff }) => {
  const ids = [await buildProduct(ctx), await buildProduct(ctx, { stock: 0 })].map(({ id }) => id)
  for (const id of ids) await ada.put(`${PATH}/${id}`, {})
  const read = async (query: string) => (await staff.get(`/api/v1/admin/wishlists?${query}`)).json()
  const first = await read('limit=1')
  expect(first.data).toMatchObject([{ wishes: 1, waiting: 0 }])
  const second = await read(`limit=1&cursor=${encodeURIComponent(first.next_cursor)}`)
  expect(new Set([first, second].map(({ data }) => data[0].id))).toEqual(new Set(ids))
  expect((await read('stock=sold-out')).data).toMatchObject([{ id: ids[1], stock: 0 }])
  expect((await ada.get('/api/v1/admin/wishlists')).status).toBe(403)
})
