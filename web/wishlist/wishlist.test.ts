import { changeStock, setPrice } from '#core/wishlist/wishlist.fixture.ts'
import { findSentEmails, runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

const pathOf = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
const LINK = /https?:\/\/[^/\s]+(\/wishlist\/confirm\S+)/
const UNSUBSCRIBE = /Unsubscribe: https?:\/\/[^/\s]+(\/\S+)/

test('without scripts, a customer saves a product with its heart and removes it', async ({
  ctx,
  customer,
}) => {
  const { name, slug, id } = await buildProduct(ctx, { price: 4800 })
  const list = await (await customer.open(`/product/${slug}`)).submit(`Save ${name}`)
  expect([list.path, list.heading]).toEqual(['/wishlist', 'Wish list'])
  expect(list.main).toContain(name)
  expect(list.text).toContain('Saved to your wish list')
  await setPrice(ctx, id, 4000)
  expect((await customer.open('/wishlist')).main).toContain('$48.00 when you saved it')
  const cart = await (await customer.open('/wishlist')).submit(`Add to cart ${name}`)
  expect(cart.text).toContain('Added to cart')
  const removed = await (await customer.open('/wishlist')).submit(`Remove ${name}`)
  expect(removed.main).toContain('Tap the heart on a product')
})

test('a product that can’t be bought any more can be removed', async ({ ctx, connection, customer }) => {
  const { name, id } = await buildProduct(ctx)
  await customer.request('POST', '/wishlist/items', { form: { productId: id } })
  await connection.pool.query(`update products set status = 'archived' where id = $1`, [id])
  const page = await customer.open('/wishlist')
  expect(page.main).toContain(`${name} No longer available`)
  expect((await page.submit(`Remove ${name}`)).main).not.toContain(name)
})

test('a guest’s list needs scripts, which add the product of a heart', async ({ ctx, guest }) => {
  const { name, slug, id } = await buildProduct(ctx)
  const page = await (await guest.open(`/product/${slug}`)).submit(`Save ${name}`)
  expect(page.path).toBe(`/wishlist?add=${id}`)
  expect(page.main).toContain('Without JavaScript, only accounts have a wish list')
})

test('scripts get the IDs of the account’s list, and a guest’s products', async ({
  ctx,
  guest,
  customer,
}) => {
  const { id, name } = await buildProduct(ctx)
  const headers = { accept: 'application/json' }
  const post = (browser: typeof guest, form: Record<string, string>) =>
    browser.request('POST', '/wishlist/items', { form, headers })
  expect((await post(guest, { productId: id })).status).toBe(401)
  expect(await (await post(customer, { productId: id })).json()).toEqual([id])
  expect((await post(customer, { productId: 'x' })).status).toBe(404)
  expect(await (await post(customer, { ids: JSON.stringify([id, 'x', 3]) })).json()).toEqual([id])
  expect(await (await post(customer, { productId: id, remove: 'on' })).json()).toEqual([])
  const products = await guest.request('POST', '/wishlist/products', {
    form: { ids: JSON.stringify([id, 'prd_x']) },
  })
  expect(await products.json()).toMatchObject([{ id, name }])
  const nonsense = await guest.request('POST', '/wishlist/products', { form: { ids: '{"a": ' } })
  expect(await nonsense.json()).toEqual([])
})

test('a list is shared by a link, which its owner revokes', async ({ ctx, guest, customer }) => {
  const { name, id } = await buildProduct(ctx)
  await customer.request('POST', '/wishlist/items', { form: { productId: id } })
  const shared = await (await customer.open('/wishlist')).submit('Create a link', {
    'Show my first name': true,
  })
  const { pathname, search } = new URL(String(shared.field('Link to your list').value))
  const page = await guest.open(pathname + search)
  expect([page.heading, page.main]).toEqual([
    expect.stringMatching(/^The wish list of \w+$/),
    expect.stringContaining(name),
  ])
  expect(page.text).not.toContain(customer.account.email)
  const response = await guest.request('GET', pathname + search)
  expect(response.headers.get('referrer-policy')).toBe('same-origin')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(await response.text()).toContain('<meta name="robots" content="noindex"')
  await (await customer.open('/wishlist')).submit('Revoke the link')
  const revoked = await guest.open(pathname + search)
  expect([revoked.status, revoked.heading]).toEqual([404, 'This list isn’t shared'])
})

test('a customer turns emails on and off', async ({ ctx, customer }) => {
  const { id } = await buildProduct(ctx)
  await customer.request('POST', '/wishlist/items', { form: { productId: id } })
  const on = await (await customer.open('/wishlist')).submit('Email me')
  expect(on.text).toContain('We’ll email you about your wish list')
  const off = await on.submit('Turn off emails')
  expect(off.buttons).toContain('Email me')
})

test('a guest asks for an email on the page of a sold-out product, and confirms it', async ({
  ctx,
  connection,
  guest,
  customer,
}) => {
  const { slug, name, id } = await buildProduct(ctx, { stock: 0 })
  const open = () => guest.open(`/product/${slug}`)
  const refused = await (await open()).submit('Notify me', { 'Your email': 'not an address' })
  expect(refused.status).toBe(400)
  expect(refused.field('Your email')).toMatchObject({
    value: 'not an address',
    description: expect.stringContaining('valid email address'),
  })
  const sent = await refused.submit('Notify me', { 'Your email': ' ADA@orchard.example' })
  const known = await (await open()).submit('Notify me', { 'Your email': customer.account.email })
  expect([sent.heading, known.heading]).toEqual(['Check your email', 'Check your email'])
  await runJobs(connection, ctx)
  const newest = async () => (await findSentEmails(connection, 'ada@orchard.example')).at(-1)?.text ?? ''
  const link = pathOf(await newest(), LINK)
  for (let visit = 0; visit < 2; visit++) expect((await guest.open(link)).buttons).toContain('Yes, email me')
  const confirmed = await (await guest.open(link)).submit('Yes, email me')
  expect(confirmed.main).toContain(`We’ll email you once, when ${name} is back in stock.`)
  await changeStock(ctx, id, 3)
  await runJobs(connection, ctx)
  expect(await newest()).toContain(`/product/${slug}`)
  const form = { 'List-Unsubscribe': 'One-Click' }
  const unsubscribe = pathOf(await newest(), UNSUBSCRIBE)
  expect((await guest.request('POST', unsubscribe, { form })).status).toBe(200)
  expect((await guest.request('POST', `${unsubscribe}x`, { form })).status).toBe(404)
  const page = await guest.open(unsubscribe)
  expect((await page.submit('Unsubscribe')).heading).toBe('You’re unsubscribed')
  expect((await guest.open('/wishlist/confirm?token=nonsense')).status).toBe(404)
  expect((await open()).buttons).not.toContain('Notify me')
})

test('a customer asks with one click, and has the product on the list', async ({ ctx, customer }) => {
  const { slug, name } = await buildProduct(ctx, { stock: 0 })
  const done = await (await customer.open(`/product/${slug}`)).submit('Notify me')
  expect(done.heading).toBe('We’ll let you know')
  expect((await done.follow('Your wish list')).main).toContain(name)
})
