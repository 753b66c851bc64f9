import { buildSample, offerSamples } from '#core/samples/samples.fixture.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { loadPages } from '#test/pages.tsx'
import { expect, test as storeTest } from '#test/shared-store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'

const pages = await loadPages()
const test = storeTest.extend('store', ({ connection }) => createTestStore(connection, { pages }))

const choose = (visitor: TestVisitor, ids: string[], accept = 'application/json') =>
  visitor.request('POST', '/cart/samples', {
    text: new URLSearchParams(ids.map((id) => ['sample', id])).toString(),
    headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
  })

async function readSamples(visitor: TestVisitor, productId: string, quantity: number) {
  const response = await visitor.post('/cart/shown', { items: [{ productId, quantity }], code: '' })
  return (await response.json()).samples
}

test('a guest’s choice is shown with the cart while the cart is large enough, and comes back with it', async ({
  ctx,
  store,
}) => {
  await offerSamples(ctx)
  const guest = store.visitor()
  const [rose, moss] = [await buildSample(ctx), await buildSample(ctx)]
  const { id } = await buildProduct(ctx, { price: 4000 })
  expect((await choose(guest, [rose.id, moss.id])).status).toBe(204)
  expect(await readSamples(guest, id, 2)).toMatchObject({
    ...{ choose: 2, minimum: 7500, missing: 0, chosen: [rose.id, moss.id], hasLost: false },
    // Other tests of the same store have samples too.
    offered: expect.arrayContaining([rose, moss].map(({ id }) => expect.objectContaining({ productId: id }))),
  })
  expect(await readSamples(guest, id, 1)).toMatchObject({ missing: 3500, chosen: [], hasLost: true })
  expect(await readSamples(guest, id, 2)).toMatchObject({ chosen: [rose.id, moss.id] })
  await choose(guest, [])
  expect(guest.cookies.get('eb_samples')).toBeUndefined()
  expect(await readSamples(guest, id, 2)).toMatchObject({ chosen: [], hasLost: false })
})

test('a choice of too many, of unknown ones, or of a store without samples is cut to what the order can have', async ({
  ctx,
  store,
}) => {
  await offerSamples(ctx)
  const guest = store.visitor()
  const samples = [await buildSample(ctx), await buildSample(ctx), await buildSample(ctx)].map(({ id }) => id)
  const none = await buildSample(ctx, { stock: 0 })
  const { id } = await buildProduct(ctx, { price: 9000 })
  await choose(guest, ['x', none.id, 'prd_00000000000000000000', ...samples])
  expect(await readSamples(guest, id, 1)).toMatchObject({ chosen: samples.slice(0, 2), hasLost: true })
  await offerSamples(ctx, { enabled: false })
  expect(await readSamples(guest, id, 1)).toBeNull()
})

test('without scripts, an account chooses in the page of its cart, and signing in keeps a guest’s choice', async ({
  ctx,
  store,
}) => {
  await offerSamples(ctx)
  const grace = await signInVisitor(store, ctx.db)
  const { id: sample } = await buildSample(ctx, { name: 'Rose – sample' })
  const { id } = await buildProduct(ctx, { price: 9000 })
  await grace.request('POST', '/cart/lines', { form: { productId: id, quantity: '1' } })
  const saved = await choose(grace, [sample], 'text/html')
  expect([saved.status, saved.headers.get('location')]).toEqual([302, '/cart'])
  const page = await (await grace.get('/cart')).text()
  expect(page).toContain('Choose 2 free samples')
  expect(page).toMatch(new RegExp(`<input[^>]*checked[^>]*value="${sample}"|value="${sample}"[^>]*checked`))
  const checkout = await (await grace.get('/checkout')).text()
  expect(checkout).toContain('Free sample')
  expect(checkout).toContain(`name="samples" value="${sample}"`)
})
