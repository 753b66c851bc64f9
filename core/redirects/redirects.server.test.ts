import { execute } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { readRedirectLines, toRedirectPath } from './redirect.ts'
import { deleteRedirects, findRedirect, listRedirects, saveRedirects } from './redirects.server.ts'

const asAdmin = async (ctx: Context) => ({ ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) })
const find = (ctx: Context, path: string) => findRedirect(ctx, new URL(path, 'https://shop.example'))

test.for([
  ['https://old.example/Products/Rose/?variant=1', '/products/rose?variant=1'],
  ['/pages/über uns', '/pages/%c3%bcber%20uns'],
  ['/', '/'],
  ['products/rose', null],
  ['//evil.example/a', null],
  ['javascript:alert(1)', null],
  [`/${'x'.repeat(600)}`, null],
] as const)('%s is stored as %s', ([address, path]) => {
  expect(toRedirectPath(address)).toBe(path)
})

test('addresses lead where the owner says, with the query or without it, and other platforms’ pages to ours', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { slug } = await buildProduct(ctx, { slug: 'rose-oil' })
  const {
    products: [fig],
  } = await buildFamily(ctx, { name: 'Old Balm', members: [{ shadeName: 'Fig' }, { shadeName: 'Plum' }] })
  await saveRedirects(admin, [
    { path: 'https://old.example/Shop/Rose/', target: `/product/${slug}` },
    { path: '/shop/rose?sale=1', target: 'https://sale.example/' },
  ])
  expect(await find(ctx, '/shop/rose')).toBe('/product/rose-oil')
  expect(await find(ctx, '/SHOP/rose/?utm_source=x')).toBe('/product/rose-oil')
  expect(await find(ctx, '/shop/rose?sale=1')).toBe('https://sale.example/')
  expect(await find(ctx, '/products/rose-oil')).toBe('/product/rose-oil')
  expect(await find(ctx, '/collections/oils/products/rose-oil')).toBe('/product/rose-oil')
  expect(await find(ctx, '/products/old-balm')).toBe(`/product/${fig?.slug}`)
  expect(await find(ctx, '/product-category/face/skincare')).toBe('/categories?category=Skincare')
  expect(await find(ctx, '/policies/refund-policy')).toBe('/shipping-returns')
  for (const path of [
    '/products/none',
    '/product/none',
    '/product-category/none',
    '/nowhere',
    '/products/%27',
  ])
    expect([path, await find(ctx, path)]).toEqual([path, null])
  await execute(ctx.db)`update products set status = 'draft' where slug = ${slug}`
  expect(await find(ctx, '/products/rose-oil')).toBeNull()
})

test('loops, own pages, and unsafe targets are refused, and nothing is saved', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const save = (...pairs: [path: string, target: string][]) =>
    saveRedirects(
      admin,
      pairs.map(([path, target]) => ({ path, target })),
    )
  await save(['/b', '/c'])
  await expect(save(['/c', '/d'], ['/d', '/B/'])).rejects.toMatchObject({
    fields: { lines: expect.stringContaining('would lead back to itself') },
  })
  await expect(save(['/a', '/a'])).rejects.toMatchObject({ code: 'invalid_input' })
  const [one, other] = await Promise.allSettled([save(['/x', '/y']), save(['/y', '/x'])])
  expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
  for (const path of ['/', '/admin/orders', '/api/v1', 'x'])
    await expect(save([path, '/b'])).rejects.toMatchObject({
      fields: { 'redirects.0.path': expect.any(String) },
    })
  for (const target of [
    'javascript:alert(1)',
    '//evil.example',
    'http://a.example',
    'https://a:b@c.example',
    '',
  ])
    await expect(save(['/e', target])).rejects.toMatchObject({
      fields: { 'redirects.0.target': expect.any(String) },
    })
  const { rows } = await listRedirects(admin, {})
  expect(rows.map(({ path }) => path).filter((path) => path !== '/x' && path !== '/y')).toEqual(['/b'])
})

test('redirects are listed, searched, and deleted by who edits content', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await saveRedirects(admin, [
    { path: '/one', target: '/terms' },
    { path: '/two', target: '/privacy' },
  ])
  await saveRedirects(admin, [{ path: '/one', target: '/contact' }])
  expect((await listRedirects(admin, { search: 'contact' })).rows).toMatchObject([
    { path: '/one', target: '/contact' },
  ])
  await deleteRedirects(admin, ['/one'])
  await expect(deleteRedirects(admin, ['/one'])).rejects.toMatchObject({ code: 'not_found' })
  expect((await listRedirects(admin, {})).rows).toMatchObject([{ path: '/two' }])
  const packer = { ...ctx, actor: await buildActor(ctx.db, { staffRole: 'packer' }) }
  await expect(listRedirects(packer, {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(saveRedirects(packer, [{ path: '/a', target: '/b' }])).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('lines are read from a spreadsheet or Shopify’s export, and the first wrong one is named', () => {
  expect(readRedirectLines('Redirect from,Redirect to\r\n/a,"/b"\n\n/c\thttps://d.example/\n')).toEqual({
    redirects: [
      { path: '/a', target: '/b' },
      { path: '/c', target: 'https://d.example/' },
    ],
  })
  expect(readRedirectLines('/a, /b\nhello')).toEqual({
    error: expect.stringMatching(/^Line 2: Enter the old/),
  })
  expect(readRedirectLines('/a, /b, /c')).toEqual({ error: expect.stringMatching(/^Line 1: Enter two/) })
})
