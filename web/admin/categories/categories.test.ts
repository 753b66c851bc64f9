import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { findProduct } from '#core/catalog/products.server.ts'
import type { Context } from '#core/context.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

const idOf = async (ctx: Context, category: string) =>
  (await readCategories(ctx)).find(({ name }) => name === category)?.id ?? ''

test('a category is created, put inside another, renamed, and found under its former name', async ({
  admin,
  guest,
  ctx,
}) => {
  const list = await (await admin.open('/admin/products')).follow('Categories')
  const form = await list.follow('New category')
  const refused = await form.submit('Create category', { Name: 'skincare', Description: 'Typed text' })
  expect(refused.field('Name').description).toContain('Another category has this name.')
  expect(refused.field('Description').value).toBe('Typed text')
  const created = await refused.submit('Create category', { Name: 'Candles' })
  expect(created.text).toContain('Category created')
  await buildProduct(ctx, { name: 'Fig Candle', category: 'Candles' })

  const details = await (await admin.open('/admin/products/categories')).follow('Candles')
  expect(details.text).toContain('1 product')
  const saved = await details.submit('Save', {
    Name: 'Candles & Scents',
    Inside: await idOf(ctx, 'Fragrance'),
  })
  expect(saved.text).toContain('Category saved')

  const parent = await guest.open('/categories?category=Fragrance')
  expect(parent.text).toContain('Fig Candle')
  const child = await parent.follow('Candles & Scents')
  expect([child.heading, child.text.includes('Typed text')]).toEqual(['Candles & Scents', true])
  const former = await guest.get('/categories?category=candles')
  expect([former.status, former.headers.get('location')]).toEqual([
    301,
    '/categories?category=Candles+%26+Scents',
  ])
})

test('a stale form is refused, and its text stays', async ({ admin }) => {
  const form = await (await admin.open('/admin/products/categories')).follow('Haircare')
  const second = await (await admin.open('/admin/products/categories')).follow('Haircare')
  await second.submit('Save', { Description: 'For hair.' })
  const refused = await form.submit('Save', { Description: 'My own text' })
  expect(refused.text).toContain('Someone else just updated this category')
  expect(refused.field('Description').value).toBe('My own text')
})

test('a hidden category is in no list, and its page isn’t found', async ({ admin, guest }) => {
  const form = await (await admin.open('/admin/products/categories')).follow('Makeup')
  await form.submit('Save', { 'Hide it from menus and lists': 'on' })
  expect((await guest.open('/categories')).text).not.toContain('Makeup')
  expect((await guest.get('/categories?category=Makeup')).status).toBe(404)
  expect((await guest.get('/sitemap/pages.xml')).status).toBe(200)
  const hiddenForm = await (await admin.open('/admin/products/categories')).follow('Makeup')
  await hiddenForm.submit('Save', { 'Hide it from menus and lists': '' })
  expect((await guest.open('/categories')).text).toContain('Makeup')
})

test('a category moves down by its button, on the page and in the store', async ({ admin, guest }) => {
  const list = await admin.open('/admin/products/categories')
  const moved = await list.submit('Move Skincare down')
  expect(moved.text).toContain('Order saved')
  const { text } = await guest.open('/categories')
  expect(text.indexOf('Makeup')).toBeLessThan(text.indexOf('Skincare'))
})

test('a category with products is deleted once they have another', async ({ admin, ctx }) => {
  const { id } = await buildProduct(ctx, { name: 'Comb', category: 'Tools & Accessories' })
  const details = await (await admin.open('/admin/products/categories')).follow('Tools & Accessories')
  const refused = await details.submit('Delete Tools & Accessories')
  expect(refused.text).toContain('Choose the category that its products move to.')
  const list = await refused.submit('Delete Tools & Accessories', {
    'Move its products to': await idOf(ctx, 'Haircare'),
  })
  expect(list.text).toContain('Category deleted')
  expect(await findProduct(ctx, id)).toMatchObject({ category: 'Haircare' })
})
