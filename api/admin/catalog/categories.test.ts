import type { Context } from '#core/context.ts'
import type { Connection } from '#db/connection.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

async function createApi(ctx: Context, connection: Connection) {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const parse = async (response: Response) => ({
    status: response.status,
    body: response.status === 204 ? null : await response.json(),
  })
  return {
    get: async (path: string) => parse(await admin.get(`/api/v1${path}`)),
    post: async (path: string, input: object) => parse(await admin.post(`/api/v1${path}`, input)),
    patch: async (path: string, input: object) => parse(await admin.patch(`/api/v1${path}`, input)),
    remove: async (path: string) => parse(await admin.delete(`/api/v1${path}`)),
  }
}

test('an API client creates, moves, renames, and deletes a category', async ({ ctx, connection }) => {
  const { get, post, patch, remove } = await createApi(ctx, connection)
  const created = await post('/admin/categories', {
    name: 'Candles',
    description: 'Poured by hand.',
    place: 2,
  })
  expect(created).toMatchObject({
    status: 201,
    body: {
      ...{ name: 'Candles', slug: 'candles', description: 'Poured by hand.', hidden: false },
      ...{ picture_id: null, parent_id: null, edition: 1, products: 0, published: 0 },
    },
  })
  const { id } = created.body
  const child = await post('/admin/categories', { name: 'Tealights', parent_id: id })
  await buildProduct(ctx, { name: 'Fig Tealight', category: 'Tealights' })
  const listed = (await get('/categories')).body.data
  expect(listed.map(({ name }: { name: string }) => name)).toEqual([
    ...['Skincare', 'Candles', 'Tealights', 'Makeup', 'Haircare', 'Fragrance', 'Tools & Accessories'],
  ])
  expect(listed.slice(1, 3)).toMatchObject([
    { name: 'Candles', parent: null, product_count: 1 },
    { name: 'Tealights', parent: 'Candles', product_count: 1, description: '', image_url: null },
  ])
  expect((await get('/products?category=Candles')).body.data).toMatchObject([{ category: 'Tealights' }])

  const renamed = await patch(`/admin/categories/${id}`, { name: 'Light', edition: 1 })
  expect(renamed.body).toMatchObject({ name: 'Light', slug: 'candles', edition: 2 })
  expect(await patch(`/admin/categories/${id}`, { name: 'Dark', edition: 1 })).toMatchObject({ status: 409 })
  expect((await get('/products?category=Candles')).body.data).toMatchObject([{ category: 'Tealights' }])

  expect((await remove(`/admin/categories/${child.body.id}`)).body.error.fields).toEqual({
    move_to: 'Choose the category that its products move to.',
  })
  expect(await remove(`/admin/categories/${child.body.id}?move_to=${id}`)).toMatchObject({ status: 204 })
  expect((await get('/products?category=Light')).body.data).toMatchObject([{ category: 'Light' }])
})

test('an invalid category reports the field', async ({ ctx, connection }) => {
  const { post, patch, get } = await createApi(ctx, connection)
  const reported = async (input: object) => {
    const { status, body } = await post('/admin/categories', input)
    return [status, Object.keys(body.error.fields)]
  }
  expect(await reported({})).toEqual([400, ['name']])
  expect(await reported({ name: 'makeup' })).toEqual([400, ['name']])
  expect(await reported({ name: 'New', parent_id: 'cat_none' })).toEqual([400, ['parent_id']])
  expect(await reported({ name: 'New', slug: 'No Spaces' })).toEqual([400, ['slug']])
  expect(await patch('/admin/categories/cat_none', { name: 'New' })).toMatchObject({ status: 404 })
  expect((await get('/products?category=Weapons')).body.error.fields).toMatchObject({
    category: expect.stringContaining('Use one of these categories: Skincare, Makeup'),
  })
})

test('hidden categories are not public', async ({ ctx, connection }) => {
  const { get, post } = await createApi(ctx, connection)
  await post('/admin/categories', { name: 'Archive', hidden: true })
  expect(JSON.stringify((await get('/categories')).body)).not.toContain('Archive')
  expect(JSON.stringify((await get('/admin/categories')).body)).toContain('Archive')
})
