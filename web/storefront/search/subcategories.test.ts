import { createCategory, listAdminCategories } from '#core/catalog/categories/manage-categories.server.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

const filterRow = ({ root }: { root: Markup }, name: string) =>
  findAll(root, ({ tag, attributes }) => tag === 'nav' && attributes['aria-label'] === name).flatMap((row) =>
    findAll(row, ({ tag }) => tag === 'li').map(textOf),
  )

test('a search in a category is filtered by the categories inside it', async ({ ctx, guest }) => {
  const owner = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const makeup = (await listAdminCategories(owner)).find(({ name }) => name === 'Makeup')
  for (const name of ['Lips', 'Eyes', 'Nails'])
    await createCategory(owner, { name, parentId: makeup?.id, hidden: name === 'Nails' })
  await buildProduct(ctx, { name: 'Rose Blush', category: 'Makeup' })
  await buildProduct(ctx, { name: 'Rose Lip Balm', category: 'Lips' })
  await buildProduct(ctx, { name: 'Rose Serum', category: 'Skincare' })

  const all = await guest.open('/search?q=rose')
  expect(filterRow(all, 'Category').slice(0, 3)).toEqual(['All', 'Skincare 1', 'Makeup 2'])
  expect(filterRow(all, 'In Makeup')).toEqual([])
  const inMakeup = await all.follow('Makeup 2')
  expect(filterRow(inMakeup, 'In Makeup')).toEqual(['Lips 1', 'Eyes 0'])
  const inLips = await inMakeup.follow('Lips 1')
  expect(inLips.path).toBe('/search?q=rose&category=Lips')
  expect(filterRow(inLips, 'Category').slice(0, 3)).toEqual(['All', 'Skincare 1', 'Makeup 2'])
  expect(filterRow(inLips, 'In Makeup')).toEqual(['Lips 1', 'Eyes 0'])
  expect(inLips.main).toContain('1 product')
  const current = findAll(inLips.root, ({ attributes }) => attributes['aria-current'] === 'true').map(textOf)
  expect(current).toEqual(expect.arrayContaining(['Makeup 2', 'Lips 1']))
  expect((await inLips.follow('Makeup 2')).path).toBe('/search?q=rose&category=Makeup')

  const { categories, subcategories } = await (await guest.get('/api/v1/search?q=rose&category=Lips')).json()
  expect(categories).toContainEqual({ category: 'Makeup', count: 2, more: false })
  expect(subcategories).toEqual([{ category: 'Lips', count: 1, more: false }])
  const { subcategories: none } = await (await guest.get('/api/v1/search?q=rose')).json()
  expect(none).toEqual([])
})
