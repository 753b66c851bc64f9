import { buildAccount, PASSWORD, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { loadPages } from '#test/pages.tsx'
import { expect, test as storeTest } from '#test/shared-store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'

const pages = await loadPages()

const test = storeTest
  .extend('store', ({ connection }) => createTestStore(connection, { pages }))
  .extend('grace', ({ store, ctx }) => signInVisitor(store, ctx.db))

const SCRIPT = { accept: 'application/json' }

/** What a page's script gets: the status, and the cart or the reason of the refusal. */
async function send(visitor: TestVisitor, path: string, form: Record<string, string> = {}) {
  const response = await visitor.request('POST', path, { form, headers: SCRIPT })
  const { lines, refusal } = await response.json()
  return { status: response.status, lines, refusal }
}

const add = (visitor: TestVisitor, productId: string, quantity: string | number = 1) =>
  send(visitor, '/cart/lines', { productId, quantity: String(quantity) })
const change = (visitor: TestVisitor, productId: string, quantity: string | number) =>
  send(visitor, `/cart/lines/${productId}`, { quantity: String(quantity) })
const read = async (visitor: TestVisitor) =>
  (await (await visitor.get('/cart/lines', { headers: SCRIPT })).json()).lines

/** What a browser without scripts gets: where it is sent, and the notice shown there. */
async function submit(visitor: TestVisitor, path: string, form: Record<string, string>) {
  const response = await visitor.request('POST', path, { form, headers: { accept: 'text/html' } })
  const notice = visitor.cookies.get('eb_notice')
  visitor.cookies.delete('eb_notice')
  return [response.status, response.headers.get('location'), notice]
}

test('each change returns the whole cart to scripts', async ({ ctx, grace }) => {
  const rose = await buildProduct(ctx)
  const moss = await buildProduct(ctx)
  await add(grace, rose.id, 2)
  expect(await add(grace, moss.id)).toMatchObject({
    status: 200,
    lines: [
      { productId: rose.id, quantity: 2 },
      { productId: moss.id, quantity: 1 },
    ],
  })
  expect((await change(grace, rose.id, 5)).lines).toContainEqual({ productId: rose.id, quantity: 5 })
  expect((await change(grace, rose.id, 0)).lines).toEqual([{ productId: moss.id, quantity: 1 }])
  expect(await read(grace)).toEqual([{ productId: moss.id, quantity: 1 }])
  expect(await send(grace, '/cart/clear')).toMatchObject({ status: 200, lines: [] })
})

test('a double submit adds twice, and both tabs’ changes count', async ({ ctx, grace }) => {
  const rose = await buildProduct(ctx, { stock: 50 })
  const moss = await buildProduct(ctx)
  await Promise.all([add(grace, rose.id), add(grace, rose.id)])
  expect(await read(grace)).toEqual([{ productId: rose.id, quantity: 2 }])
  await Promise.all([change(grace, rose.id, 7), add(grace, moss.id)])
  expect(await read(grace)).toEqual([
    { productId: rose.id, quantity: 7 },
    { productId: moss.id, quantity: 1 },
  ])
  const additions = await Promise.all(Array.from({ length: 20 }, () => add(grace, rose.id)))
  expect(additions.filter(({ status }) => status === 200)).toHaveLength(13)
  expect(await read(grace)).toContainEqual({ productId: rose.id, quantity: 20 })
})

test('a forged quantity is refused and changes nothing', async ({ ctx, grace }) => {
  const { id } = await buildProduct(ctx, { stock: 50 })
  for (const quantity of ['0', '-1', '1.5', '1e9', '21', '99999999999', 'two', ''])
    expect([quantity, (await add(grace, id, quantity)).status]).toEqual([quantity, 400])
  expect(await read(grace)).toEqual([])
  await add(grace, id, 3)
  for (const [quantity, status] of [
    ['1.5', 400],
    ['1e9', 400],
    ['', 400],
    ['21', 409],
    ['999999', 409],
  ] as const)
    expect([quantity, (await change(grace, id, quantity)).status]).toEqual([quantity, status])
  expect(await read(grace)).toEqual([{ productId: id, quantity: 3 }])
  expect(await change(grace, id, -1)).toMatchObject({ status: 200, lines: [] })
})

test('nobody can reach another shopper’s line, by its ID or its product', async ({ ctx, store, grace }) => {
  const { id } = await buildProduct(ctx)
  const ada = await signInVisitor(store, ctx.db)
  const { data } = await (await addedByApi(ada, id)).json()
  for (const key of [data[0].id, id]) {
    expect(await change(grace, key, 5)).toMatchObject({
      status: 404,
      refusal: { code: 'not_found', message: 'This item is no longer in your cart.' },
    })
    expect(await change(grace, key, 0)).toMatchObject({ status: 200, lines: [] })
  }
  await send(grace, '/cart/clear')
  expect(await read(ada)).toEqual([{ productId: id, quantity: 2 }])
})

async function addedByApi(visitor: TestVisitor, productId: string): Promise<Response> {
  await add(visitor, productId, 2)
  return visitor.get('/api/v1/cart')
}

test('a page that is out of date gets the reason, and removing what is gone succeeds', async ({
  ctx,
  grace,
}) => {
  const scarce = await buildProduct(ctx, { stock: 2, name: 'Scarce Serum' })
  const draft = await buildProduct(ctx, { status: 'draft' })
  expect((await add(grace, scarce.id, 3)).refusal).toEqual({
    code: 'out_of_stock',
    message: 'Only 2 left of Scarce Serum.',
  })
  await add(grace, scarce.id)
  expect((await change(grace, scarce.id, 3)).refusal.message).toBe('Only 2 left of Scarce Serum.')
  expect(await add(grace, draft.id)).toMatchObject({ status: 404, refusal: { code: 'not_found' } })
  expect(await add(grace, 'x'.repeat(65))).toMatchObject({ status: 404, refusal: { code: 'not_found' } })
  await change(grace, scarce.id, 0)
  expect((await change(grace, scarce.id, 1)).status).toBe(404)
  expect(await change(grace, scarce.id, 0)).toMatchObject({ status: 200, lines: [] })
})

test('once the session has ended, every change is refused', async ({ ctx, grace }) => {
  const { id } = await buildProduct(ctx)
  await grace.signOut()
  const paths = ['/cart/lines', `/cart/lines/${id}`, '/cart/clear', '/cart/merge']
  for (const path of paths)
    expect(await send(grace, path, { productId: id, quantity: '1' })).toMatchObject({
      status: 401,
      refusal: { code: 'unauthenticated', message: 'User must be logged in' },
    })
  expect((await grace.get('/cart/lines', { headers: SCRIPT })).status).toBe(401)
})

test('a guest’s cart is merged once, even from two tabs, and corrupt lines are dropped', async ({
  ctx,
  grace,
}) => {
  const { id } = await buildProduct(ctx)
  const guestLines = [{ productId: id, quantity: 3 }, { productId: id, quantity: -1 }, 'nonsense']
  const form = { lines: JSON.stringify(guestLines), key: 'one browser' }
  await Promise.all([send(grace, '/cart/merge', form), send(grace, '/cart/merge', form)])
  expect((await send(grace, '/cart/merge', form)).lines).toEqual([{ productId: id, quantity: 3 }])
  for (const lines of ['', '{', '[{"productId":"prd_1","quantity":2}]'])
    expect((await send(grace, '/cart/merge', { lines, key: '' })).lines).toHaveLength(1)
})

test('without scripts, forms go back to their page with a notice', async ({ ctx, grace }) => {
  const { id } = await buildProduct(ctx, { stock: 30 })
  const back = '/categories?category=Makeup'
  expect(await submit(grace, '/cart/lines', { productId: id, quantity: '2', back })).toEqual([
    302,
    back,
    'added-to-cart',
  ])
  expect(await submit(grace, '/cart/lines', { productId: id, quantity: '21', back })).toEqual([
    302,
    back,
    'quantity-unavailable',
  ])
  expect(await submit(grace, `/cart/lines/${id}`, { quantity: '3', back: 'https://evil.example' })).toEqual([
    302,
    '/cart',
    undefined,
  ])
  expect(await submit(grace, `/cart/lines/${id}`, { quantity: '21' })).toEqual([
    302,
    '/cart',
    'quantity-limit',
  ])
  expect(await submit(grace, '/cart/lines/prd_gone', { quantity: '1' })).toEqual([
    302,
    '/cart',
    'not-in-cart',
  ])
  expect(await submit(grace, '/cart/clear', {})).toEqual([302, '/cart', undefined])
  expect(await read(grace)).toEqual([])
})

test('without scripts, a guest is sent to the login and back', async ({ ctx, store }) => {
  const { id } = await buildProduct(ctx)
  const guest = store.visitor()
  expect(
    await submit(guest, '/cart/lines', { productId: id, quantity: '1', back: '/search?q=rose' }),
  ).toEqual([302, '/login?next=%2Fsearch%3Fq%3Drose', 'please-log-in'])
  expect(await submit(guest, `/cart/lines/${id}`, { quantity: '1' })).toEqual([
    302,
    '/login?next=%2Fcart',
    'please-log-in',
  ])
  const { email } = await buildAccount(ctx.db)
  await guest.signIn(email, PASSWORD)
  expect(await read(guest)).toEqual([])
})

test('only our own pages can change a cart', async ({ ctx, grace }) => {
  const { id } = await buildProduct(ctx)
  const form = { productId: id, quantity: '1' }
  const response = await grace.request('POST', '/cart/lines', {
    form,
    headers: { origin: 'https://evil.example' },
  })
  expect([response.status, await read(grace)]).toEqual([403, []])
})
