import { BUILT_IN_SUBSTANCES } from '#core/ingredients/substances/built-in-substances.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('anyone finds ingredients by a synonym, with their functions and allergen rules', async ({
  ctx,
  connection,
}) => {
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  const guest = createTestStore(connection).visitor()
  const read = async (path: string) => (await guest.get(`/api/v1${path}`)).json()
  const { data, next_cursor } = await read('/ingredients?q=lavender%20oil')
  expect([data.length, next_cursor]).toEqual([1, null])
  expect(data[0]).toMatchObject({
    ...{ inci_name: 'Lavandula Angustifolia Oil', synonyms: ['Lavender Oil'], functions: ['fragrance'] },
    ...{ labeled_as: 'Lavandula Oil/Extract', description: 'Gives the product its scent.' },
    facts: [
      {
        ...{ kind: 'fragrance_allergen', jurisdiction: 'EU', since: '2026-08-01' },
        ...{ url: 'https://eur-lex.europa.eu/eli/reg/2023/1545/oj', leave_on_percent: 0.001 },
        authority:
          'Regulation (EC) No 1223/2009, Annex III, entry 360, as amended by Regulation (EU) 2023/1545',
      },
      { kind: 'fragrance_allergen', jurisdiction: 'CA', since: '2026-08-01' },
    ],
  })
  expect(await read(`/ingredients/${data[0].id}`)).toEqual(data[0])
  expect((await guest.get('/api/v1/ingredients/ing_00000000000000000000')).status).toBe(404)

  const first = await read('/ingredients?limit=100')
  const second = await read(`/ingredients?limit=100&cursor=${encodeURIComponent(first.next_cursor)}`)
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(200)
})

test('an API client adds, changes, and deletes ingredients, and resets built-in ones', async ({
  ctx,
  connection,
}) => {
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const path = '/api/v1/admin/ingredients'
  const created = await admin.post(path, {
    inci_name: 'Moon Dust',
    functions: ['bulking'],
    labeled_as: 'Pinene',
  })
  expect(created.status).toBe(201)
  const own = await created.json()
  expect(own).toMatchObject({ is_built_in: false, changed: [], edition: 1, description: '', cas: [] })
  expect(own.facts).toHaveLength(2)
  const stale = await admin.patch(`${path}/${own.id}`, { inci_name: 'Other', edition: 0 })
  expect(stale.status).toBe(409)
  for (const [body, field] of [
    [{ inci_name: 'Glycerol' }, 'inci_name'],
    [{ labeled_as: 'Glycerin' }, 'labeled_as'],
    [{ cas: ['56-81-6'] }, 'cas'],
    [{ functions: ['magic'] }, 'functions.0'],
  ] as const) {
    const refused = await admin.patch(`${path}/${own.id}`, body)
    expect([refused.status, Object.keys((await refused.json()).error.fields)]).toEqual([400, [field]])
  }
  const [glycerin] = (await (await admin.get(`${path}?q=glycerol`)).json()).data
  await admin.patch(`${path}/${glycerin.id}`, { description: 'Ours.', edition: glycerin.edition })
  const [changed] = (await (await admin.get(`${path}?show=changed`)).json()).data
  expect(changed).toMatchObject({ id: glycerin.id, changed: ['description'], is_built_in: true })
  expect((await admin.delete(`${path}/${glycerin.id}`)).status).toBe(409)
  const reset = await admin.post(`${path}/${glycerin.id}/reset`, { edition: changed.edition })
  expect(await reset.json()).toMatchObject({ description: glycerin.description, changed: [] })
  expect((await admin.delete(`${path}/${own.id}`)).status).toBe(204)
  expect((await (await admin.get(`${path}?show=yours`)).json()).data).toEqual([])
})

test('an API client compares an ingredient list with the dictionary', async ({ ctx, connection }) => {
  await syncSubstances(ctx.db, BUILT_IN_SUBSTANCES)
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const path = '/api/v1/admin/ingredients/parse'
  const parsed = await admin.post(path, { text: 'Aqua, Glicerin 5%*. *organic. +/- CI 77891 [nano]' })
  expect(parsed.status).toBe(200)
  expect(await parsed.json()).toMatchObject({
    ingredients: [
      { position: 1, name: 'Aqua', ingredient: { inci_name: 'Aqua' }, suggestion: null },
      {
        ...{ position: 2, percent: 5, marks: ['*'], ingredient: null },
        suggestion: { inci_name: 'Glycerin', look_alikes: [] },
      },
      { position: 3, may_contain: true, is_nano: true, ingredient: { inci_name: 'Titanium Dioxide' } },
    ],
    footnotes: [{ mark: '*', text: 'organic.' }],
    warnings: [],
  })
  const refused = await admin.post(path, { text: 'A'.repeat(20_001) })
  expect([refused.status, (await refused.json()).error.fields]).toEqual([
    400,
    { text: 'The list has 20,001 characters. Check at most 20,000 at once.' },
  ])
})
