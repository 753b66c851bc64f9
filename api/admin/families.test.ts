import type { Context } from '#core/context.ts'
import type { Connection } from '#db/connection.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

async function adminApi(ctx: Context, connection: Connection) {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const parse = async (response: Response) => ({
    status: response.status,
    body: response.status === 204 ? null : await response.json(),
  })
  return {
    get: async (path: string) => parse(await admin.get(`/api/v1/admin${path}`)),
    post: async (path: string, input: object) => parse(await admin.post(`/api/v1/admin${path}`, input)),
    patch: async (path: string, input: object) => parse(await admin.patch(`/api/v1/admin${path}`, input)),
  }
}

const shade = (name: string, overrides: object = {}) => ({ shade: { name }, price: 38, ...overrides })
const LIPSTICK = { name: 'Satin Lipstick', brand: 'Maison Rosier', category: 'Makeup', options: ['shade'] }
type Member = { id: string; name: string }
const names = ({ members }: { members: Member[] }) => members.map(({ name }) => name)

test('an API client creates a family from new and existing products', async ({ ctx, connection }) => {
  const api = await adminApi(ctx, connection)
  const existing = await buildProduct(ctx, { name: 'Old Lipstick', category: 'Makeup' })
  await api.patch(`/products/${existing.id}`, { shade: { name: 'Fig' } })
  const { status, body } = await api.post('/families', {
    ...LIPSTICK,
    members: [shade('Mulberry', { sku: 'SL-1', barcode: '4006381333931', weight: 12 }), shade('Coral')],
    product_ids: [existing.id],
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ ...LIPSTICK, slug: 'satin-lipstick', edition: 1, member_count: 3 })
  expect(names(body)).toEqual(['Satin Lipstick, Fig', 'Satin Lipstick, Mulberry', 'Satin Lipstick, Coral'])
  expect(body.members[1]).toMatchObject({
    family_id: body.id,
    shade: { name: 'Mulberry', code: null, color: null, finish: null },
    sku: 'SL-1',
    barcode: '4006381333931',
    weight: 12,
    price: 38,
    status: 'draft',
  })
  expect(Object.keys(body.members[1])).not.toContain('shadeName')
  expect((await api.get(`/families/${body.id}`)).body).toEqual(body)
  const { members, ...summary } = body
  expect(members).toHaveLength(3)
  expect((await api.get('/families')).body).toEqual({ data: [summary], next_cursor: null })
})

test('one request renames a family and adds, removes, and reorders its products, or does nothing', async ({
  ctx,
  connection,
}) => {
  const api = await adminApi(ctx, connection)
  const { body: family } = await api.post('/families', {
    ...LIPSTICK,
    members: [shade('A'), shade('B'), shade('C')],
  })
  const [a, b, c] = family.members.map(({ id }: Member) => id)
  const path = `/families/${family.id}`
  const changed = await api.patch(path, {
    edition: 1,
    name: 'Silk Lipstick',
    members: [shade('D')],
    remove: [b],
    order: [c, a],
  })
  expect([changed.status, names(changed.body)]).toEqual([
    200,
    ['Silk Lipstick, C', 'Silk Lipstick, A', 'Silk Lipstick, D'],
  ])
  expect((await api.patch(path, { edition: 1, name: 'Other' })).status).toBe(409)
  const duplicate = await api.patch(path, { name: 'Other', members: [shade('a')] })
  expect([duplicate.status, Object.keys(duplicate.body.error.fields)]).toEqual([
    400,
    ['members.0.shade.name'],
  ])
  expect(names((await api.get(path)).body)).toEqual(names(changed.body))
  expect(
    (await api.patch(path, { product_ids: [b], remove: [a, c, changed.body.members[2].id] })).body,
  ).toMatchObject({
    member_count: 1,
    members: [{ id: b }],
  })
  expect((await api.patch(path, { remove: [b] })).status).toBe(204)
  expect((await api.get(path)).status).toBe(404)
  expect((await api.get('/products')).body.data).toHaveLength(4)
})

test('an invalid family reports the field', async ({ ctx, connection }) => {
  const api = await adminApi(ctx, connection)
  const fieldsOf = async (input: object) => {
    const { status, body } = await api.post('/families', { ...LIPSTICK, ...input })
    return [status, Object.keys(body.error.fields ?? {})]
  }
  expect(await fieldsOf({})).toEqual([400, ['members']])
  expect(await fieldsOf({ members: [shade('A', { price: 'x' })] })).toEqual([400, ['members.0.price']])
  expect(await fieldsOf({ members: [shade('A'), { price: 1 }] })).toEqual([400, ['members.1.shade.name']])
  expect(await fieldsOf({ members: [shade('A', { barcode: '4006381333932' })] })).toEqual([
    400,
    ['members.0.barcode'],
  ])
  const sized = { options: ['size'], members: [{ price: 1, size: { quantity: 0, unit: 'ml' } }] }
  expect(await fieldsOf(sized)).toEqual([400, ['members.0.size.quantity']])
  expect(await fieldsOf({ how_to_use: ['x'.repeat(5000)], members: [shade('A')] })).toEqual([
    400,
    ['how_to_use'],
  ])
  const { id } = (await api.post('/products', { name: 'Balm', price: 9 })).body
  expect(await fieldsOf({ members: [shade('A')], product_ids: [id] })).toEqual([400, ['product_ids.0']])
  expect(await fieldsOf({ options: [], members: [shade('A')] })).toEqual([400, ['options']])
  expect((await api.post('/families', { ...LIPSTICK, product_ids: ['prd_none'] })).status).toBe(409)
  expect((await api.patch('/families/fam_none', { name: 'x' })).status).toBe(404)
})

test('a family differs by options with names, which are added, renamed, and removed with their values', async ({
  ctx,
  connection,
}) => {
  const api = await adminApi(ctx, connection)
  const scent = (option1: string, overrides: object = {}) => ({ price: 40, option1, ...overrides })
  const settings = (name: string, display = 'button') => ({ option1: { name, display } })
  const candle = { ...LIPSTICK, name: 'Candle', category: 'Fragrance', options: ['option1'] }
  const fieldsOf = async (input: object) => {
    const { status, body } = await api.post('/families', { ...candle, ...input })
    return [status, body.error.fields]
  }
  const members = [scent('Fig'), scent('Cedar 🌲')]
  expect(await fieldsOf({ members })).toEqual([
    400,
    { 'option_settings.option1.name': 'Enter a name, such as Scent.' },
  ])
  const option_settings = settings('Scent')
  expect(await fieldsOf({ members: [scent('Fig'), scent('fig')], option_settings })).toEqual([
    400,
    { 'members.1.option1': 'Another product of this family is already fig.' },
  ])
  expect(await fieldsOf({ members: [scent('Fig'), { price: 4 }], option_settings })).toEqual([
    400,
    { 'members.1.option1': 'Enter the scent.' },
  ])
  const four = { options: ['option1', 'shade', 'size', 'option2'], members }
  expect(await fieldsOf(four)).toMatchObject([400, { options: expect.stringContaining('up to 3') }])
  expect((await fieldsOf({ members, option_settings: settings('x'.repeat(41)) }))[0]).toBe(400)
  expect((await fieldsOf({ members, option_settings: settings('Scent', 'carousel') }))[0]).toBe(400)
  const { status, body } = await api.post('/families', { ...candle, members, option_settings })
  expect([status, names(body)]).toEqual([201, ['Candle, Fig', 'Candle, Cedar 🌲']])
  const renamed = await api.patch(`/families/${body.id}`, { option_settings: settings('Aroma', 'list') })
  expect(renamed.body).toMatchObject({ options: ['option1'], option_settings: settings('Aroma', 'list') })
  const [fig] = body.members
  await api.patch(`/products/${fig.id}`, { option1: 'Black Fig', size: { quantity: 8, unit: 'oz' } })
  const sized = { options: ['option1', 'size'], remove: [body.members[1].id] }
  expect((await api.patch(`/families/${body.id}`, sized)).status).toBe(400)
  await api.patch(`/products/${body.members[1].id}`, { size: { quantity: 12, unit: 'oz' } })
  const both = await api.patch(`/families/${body.id}`, { options: ['option1', 'size'] })
  expect(names(both.body)).toEqual(['Candle, Black Fig, 8 oz', 'Candle, Cedar 🌲, 12 oz'])
  const onlySize = await api.patch(`/families/${body.id}`, { options: ['size'] })
  expect(names(onlySize.body)).toEqual(['Candle, 8 oz', 'Candle, 12 oz'])
  expect(onlySize.body).toMatchObject({
    option_settings: {},
    members: [{ option1: null }, { option1: null }],
  })
})

test('a product’s shade, codes, weight, and line can be set and cleared', async ({ ctx, connection }) => {
  const api = await adminApi(ctx, connection)
  const codes = { sku: 'B-1', barcode: '4006381333931', weight: 40, line: 'Evening face', routine_step: 4 }
  const input = {
    name: 'Balm',
    price: 9,
    shade: { name: 'Fig', code: '2', color: '#AABBCC', finish: 'Matte' },
    ...codes,
  }
  const { body } = await api.post('/products', input)
  expect(body).toMatchObject({ ...input, shade: { ...input.shade, color: '#aabbcc' }, family_id: null })
  const cleared = { shade: null, sku: null, barcode: null, weight: null, line: null, routine_step: null }
  expect((await api.patch(`/products/${body.id}`, { tagline: 'Soft' })).body).toMatchObject(codes)
  expect((await api.patch(`/products/${body.id}`, cleared)).body).toMatchObject(cleared)
  expect((await api.patch(`/products/${body.id}`, { barcode: '123' })).body.error.fields).toHaveProperty(
    'barcode',
  )
})
