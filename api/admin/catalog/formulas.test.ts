import { TEST_DICTIONARY } from '#core/ingredients/formulas/formula.fixture.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('a formula raised over an allergen’s threshold is everywhere that shoppers look, and back', async ({
  ctx,
  connection,
}) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const store = createTestStore(connection)
  const guest = store.visitor()
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const { id } = await buildProduct(ctx, { name: 'Petal Cream' })
  const save = async (linalool: number) => {
    const body = {
      leave_on: true,
      lines: [
        { inci_name: 'Water', percent: 70 },
        { inci_name: 'Parfum', percent: 0.3 },
        { inci_name: 'Linalool', percent: linalool },
      ],
    }
    const response = await admin.put(`/api/v1/admin/products/${id}/formula`, body)
    expect(response.status).toBe(200)
    return response.json()
  }
  const look = async () => {
    const read = async (path: string) => (await guest.get(`/api/v1${path}`)).json()
    const product = await read(`/products/${id}`)
    const names = async (path: string) => (await read(path)).data.map(({ name }: { name: string }) => name)
    return {
      listed: product.ingredients.includes('Linalool'),
      inci: product.inci.some(
        (entry: { inci_name: string; allergen: boolean }) => entry.inci_name === 'Linalool' && entry.allergen,
      ),
      claimed: product.claims.contains.includes('Linalool'),
      filter: (await names('/products?with=linalool')).length > 0,
      search: (await names('/search?q=linalool')).length > 0,
    }
  }
  const everywhere = { listed: true, inci: true, claimed: true, filter: true, search: true }
  const nowhere = { listed: false, inci: false, claimed: false, filter: false, search: false }
  expect(await save(0.0009)).toEqual({ version: 1, unknown: [] })
  expect(await look()).toEqual(nowhere)
  // Too little to be named is not absent.
  expect((await (await guest.get('/api/v1/products?without=linalool')).json()).data).toEqual([])
  await save(0.0011)
  expect(await look()).toEqual(everywhere)
  await save(0.0009)
  expect(await look()).toEqual(nowhere)
})

test('a formula is read with its versions, previewed, and refused with the field', async ({
  ctx,
  connection,
}) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const { id, ids } = await buildFamily(ctx, {
    name: 'Veil',
    members: [{ shadeName: 'Rose' }, { shadeName: 'Plum' }],
  })
  const path = `/api/v1/admin/families/${id}/formula`
  expect((await admin.get(path)).status).toBe(404)
  const formula = {
    leave_on: true,
    lines: [{ inci_name: 'Cera Alba', percent: 20 }, { inci_name: 'Moon Dust' }],
    may_contain: ['CI 77492', { inci_name: 'CI 77491', product_ids: [ids[0]] }],
    heroes: [{ inci_name: 'Cera Alba', note: 'Holds its shape' }],
  }
  const preview = await (await admin.post(`${path}/preview`, formula)).json()
  expect(preview).toMatchObject({ unknown: ['Moon Dust'], traces: [] })
  expect((await admin.get(path)).status).toBe(404)
  expect(await (await admin.put(path, formula)).json()).toEqual({ version: 1, unknown: ['Moon Dust'] })
  expect(await (await admin.get(`/api/v1/admin/products/${ids[1]}/formula`)).json()).toMatchObject({
    ...{ version: 1, of_family: true, pending: false },
    lines: [
      { inci_name: 'Cera Alba', percent: 20, known: true },
      { inci_name: 'Moon Dust', known: false },
    ],
    may_contain: [
      { inci_name: 'CI 77492', product_ids: [] },
      { inci_name: 'CI 77491', product_ids: [ids[0]] },
    ],
    heroes: [{ inci_name: 'Cera Alba', note: 'Holds its shape' }],
  })
  const stale = await admin.put(path, { ...formula, version: 0 })
  expect(stale.status).toBe(409)
  const wrong = await admin.put(path, { ...formula, lines: [{ inci_name: 'Cera Alba', percent: 101 }] })
  expect([wrong.status, (await wrong.json()).error.fields]).toEqual([
    400,
    { lines: 'Cera Alba can’t be 101% of the product.' },
  ])
  for (const name of ['***', '\ud800', ' '])
    expect((await admin.put(path, { ...formula, lines: [{ inci_name: name }] })).status).toBe(400)
  const versions = await (await admin.get(`${path}/versions`)).json()
  expect(versions.data).toHaveLength(1)
})

test('unknown names in filters are refused, and formulas are for staff', async ({ ctx, connection }) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const guest = createTestStore(connection).visitor()
  const refused = await guest.get('/api/v1/products?without=moon%20dust')
  expect([refused.status, (await refused.json()).error.fields.without]).toEqual([
    400,
    expect.stringContaining('no ingredient “moon dust”'),
  ])
  expect((await guest.get('/api/v1/admin/products/prd_1/formula')).status).toBe(401)
})
