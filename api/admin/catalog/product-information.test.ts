import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const ORCHARD = {
  ...{ name: 'Orchard Ltd', postal_address: ['1 Mill Lane', 'Bristol'], regions: ['GB'] },
  electronic_address: 'care@orchard.example',
}

test('an API client adds, changes, and deletes responsible persons', async ({ ctx, connection }) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const path = '/api/v1/admin/responsible-persons'
  const created = await admin.post(path, ORCHARD)
  expect(created.status).toBe(201)
  const person = await created.json()
  expect(person).toMatchObject({ ...ORCHARD, default_regions: [], edition: 1 })
  const refused = await admin.patch(`${path}/${person.id}`, { electronic_address: 'nobody' })
  expect([refused.status, Object.keys((await refused.json()).error.fields)]).toEqual([
    400,
    ['electronic_address'],
  ])
  expect((await admin.patch(`${path}/${person.id}`, { name: 'Other', edition: 0 })).status).toBe(409)
  await admin.patch(`${path}/${person.id}`, { default_regions: ['GB'], edition: 1 })
  expect((await (await admin.get(path)).json()).data).toMatchObject([{ default_regions: ['GB'], edition: 2 }])
  expect((await admin.get(`${path}/${person.id}`)).status).toBe(200)
  expect((await admin.delete(`${path}/${person.id}`)).status).toBe(204)
  expect((await admin.get(`${path}/${person.id}`)).status).toBe(404)
})

test('shoppers read a product’s information with the responsible person of their region', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const guest = store.visitor()
  const { id } = await buildProduct(ctx)
  const readPublic = async (region = 'GB') =>
    (await (await guest.get(`/api/v1/products/${id}?region=${region}`)).json()).information
  const path = `/api/v1/admin/products/${id}/information`
  expect(await (await admin.get(path)).json()).toMatchObject({ source: null, edition: 0, precautions: [] })
  const person = await (await admin.post('/api/v1/admin/responsible-persons', ORCHARD)).json()
  const saved = await admin.put(path, {
    ...{ product_type: 'Face serum', origin_country: 'fr', hs_code: '3304.99', scpn: '12345' },
    ...{ responsible_persons: { GB: person.id }, edition: 0 },
  })
  expect([saved.status, await saved.json()]).toMatchObject([
    200,
    {
      ...{ kind: 'cosmetic', product_type: 'Face serum', origin_country: 'FR', hs_code: '330499' },
      ...{ responsible_persons: { GB: person.id }, source: 'product', edition: 1 },
    },
  ])
  const { regions: _, ...contact } = ORCHARD
  expect(await readPublic()).toEqual({
    ...{ kind: 'cosmetic', product_type: 'Face serum', precautions: [], origin_country: 'FR' },
    ...{ months_after_opening: null, best_before: null, responsible_person: contact },
  })
  expect((await readPublic('US')).responsible_person).toBeNull()
  const list = await (await guest.get('/api/v1/products')).json()
  expect(list.data[0]).not.toHaveProperty('information')

  for (const [body, status, field] of [
    [{ months_after_opening: 500 }, 400, 'months_after_opening'],
    [{ origin_country: 'XX' }, 400, 'origin_country'],
    [{ responsible_persons: { IN: person.id } }, 409, 'responsible_persons'],
  ] as const) {
    const refused = await admin.put(path, body)
    expect([refused.status, Object.keys((await refused.json()).error.fields)]).toEqual([status, [field]])
  }
  expect((await admin.put(path, { edition: 0 })).status).toBe(409)
  expect((await admin.put(path, { color: 'red' })).status).toBe(400)
  expect((await admin.delete(path)).status).toBe(204)
  expect((await admin.delete(path)).status).toBe(404)
  expect(await readPublic()).toBeNull()
})

test('an API client reads the legal duties of a day, and the products that lack something', async ({
  ctx,
  connection,
}) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const { id, ids } = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }, { shadeName: 'Rose' }] })
  const saved = await admin.put(`/api/v1/admin/families/${id}/information`, { origin_country: 'FR' })
  expect(await saved.json()).toMatchObject({ source: 'family', edition: 1 })
  const member = await admin.get(`/api/v1/admin/products/${ids[0]}/information`)
  expect(await member.json()).toMatchObject({ origin_country: 'FR', source: 'family', edition: 0 })
  const family = await admin.get(`/api/v1/admin/families/${id}/information`)
  expect((await family.json()).origin_country).toBe('FR')

  const path = '/api/v1/admin/legal-duties'
  const report = await (await admin.get(`${path}?on=2027-01-01`)).json()
  expect(report.on).toBe('2027-01-01')
  const duty = (name: string) => report.data.find((candidate: { id: string }) => candidate.id === name)
  expect(duty('in-origin-country')).toMatchObject({ missing: 0, products: [], every_product: true })
  expect(duty('in-best-before')).toMatchObject({ missing: 2, requirement: 'best-before', region: 'IN' })
  const lacking = await (await admin.get(`${path}/products?duty=in-best-before&limit=1`)).json()
  expect(lacking.data).toHaveLength(1)
  expect(lacking.data[0].duties).toContain('in-best-before')
  expect(lacking.next_cursor).not.toBeNull()
  expect((await admin.get(`${path}?on=tomorrow`)).status).toBe(400)
})
