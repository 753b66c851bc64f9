import { findTypedNames } from '#core/customers/avoid-list/ingredient-names.server.ts'
import { formulaOf, TEST_DICTIONARY } from '#core/ingredients/formulas/formula.fixture.ts'
import { saveFormula } from '#core/ingredients/formulas/save-formula.server.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { asAdmin } from '#test/imports.ts'
import { test as base, expect } from '#test/shared-store.ts'
import { createTestStore } from '#test/test-store.ts'

const test = base
  .extend('store', ({ connection }) => createTestStore(connection, { env: { RATE_LIMITS: 'off' } }))
  .extend('guest', ({ store }) => store.visitor())
  .extend('ada', ({ store, connection }) => signInVisitor(store, connection.db))

const PATH = '/api/v1/profile/avoid-list'

test('a customer agrees, saves a list, and deletes it', async ({ ctx, ada }) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const { ids: ingredients } = await findTypedNames(ctx, 'Linalool')
  const empty = { groups: [], ingredients: [], consented_at: null }
  expect(await (await ada.get(PATH)).json()).toEqual(empty)
  const list = { groups: ['silicones'], ingredients }
  const refused = await ada.put(PATH, list)
  expect([refused.status, (await refused.json()).error.fields]).toEqual([
    400,
    { consent: expect.stringContaining('Please agree first') },
  ])
  const saved = await ada.put(PATH, { ...list, consent: true })
  expect(await saved.json()).toEqual({
    groups: ['silicones'],
    ingredients: [{ id: ingredients[0], inci_name: 'Linalool' }],
    consented_at: expect.any(String),
  })
  expect((await ada.get(PATH)).headers.get('cache-control')).toContain('no-store')
  expect((await ada.delete(PATH)).status).toBe(204)
  expect(await (await ada.get(PATH)).json()).toEqual(empty)
})

test('a guest has no list', async ({ guest }) => {
  expect((await guest.get(PATH)).status).toBe(401)
  expect((await guest.put(PATH, { groups: [], ingredients: [], consent: true })).status).toBe(401)
})

test('unknown groups and ingredients are refused', async ({ ada }) => {
  for (const list of [
    { groups: ['glitter'], ingredients: [] },
    { groups: [], ingredients: ['ing_0'] },
  ])
    expect((await ada.put(PATH, { ...list, consent: true })).status).toBe(400)
})

test('anyone reads what products contain, and all names', async ({ ctx, guest }) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const { id } = await buildProduct(ctx)
  const formula = formulaOf('Aqua 90%, Parfum 0.5%, Linalool 0.0005%')
  await saveFormula(await asAdmin(ctx), { productId: id }, formula)
  const { ids } = await findTypedNames(ctx, 'Parfum, Linalool')
  const { data } = await (await guest.get(`/api/v1/products/ingredients?ids=${id},prd_0`)).json()
  expect(data).toEqual([
    {
      id,
      contains: expect.arrayContaining(['fragrance', ids[0]]),
      may_contain: [],
      traces: [ids[1]],
      differs: [],
      is_complete: true,
    },
  ])
  const names = await (await guest.get('/api/v1/ingredients/names')).json()
  expect(names.data).toContainEqual({ id: ids[1], inci_name: 'Linalool', synonyms: expect.any(Array) })
})
