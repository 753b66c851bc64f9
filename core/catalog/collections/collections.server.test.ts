import type { Context } from '#core/context.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { createCategory, listAdminCategories } from '../categories/manage-categories.server.ts'
import { listCollection } from './collection-page.server.ts'
import { findCollection, listCollections } from './collections.server.ts'
import {
  createCollection,
  deleteCollection,
  editCollection,
  findProductLines,
} from './manage-collections.server.ts'

async function namesIn(ctx: Context, slug: string): Promise<string[]> {
  const collection = await findCollection(ctx, slug)
  const { listings } = await listCollection(ctx, collection, { sort: 'name' })
  return listings.map(({ name }) => name)
}

test('chosen products are listed in their order, without those that aren’t published', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id: balm } = await buildProduct(ctx, { name: 'Balm' })
  const { id: draft } = await buildProduct(ctx, { name: 'Draft', status: 'draft' })
  const { id: oil } = await buildProduct(ctx, { name: 'Oil' })
  const { slug, id } = await createCollection(admin, {
    name: 'Winter Gifts',
    productIds: [oil, draft, balm, oil],
  })
  expect(slug).toBe('winter-gifts')
  expect(await namesIn(ctx, slug)).toEqual(['Oil', 'Balm'])
  await editCollection(admin, id, { productIds: [balm] })
  expect(await namesIn(ctx, slug)).toEqual(['Balm'])
})

test('a rule lists what meets all its conditions, and follows the products', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const base = { category: 'Haircare', price: 3000 }
  await buildProduct(ctx, { ...base, name: 'Right' })
  await buildProduct(ctx, { ...base, name: 'Dear', price: 9000 })
  const { id } = await buildProduct(ctx, { ...base, name: 'Other Brand' })
  await buildProduct(ctx, { ...base, name: 'Other Category', category: 'Makeup' })
  await buildProduct(ctx, { ...base, name: 'Sold Out', stock: 0 })
  await execute(ctx.db)`update products set brand = 'Orchard' where id <> ${id}`
  await execute(ctx.db)`update products set brand = 'Willow' where id = ${id}`
  const rule = { brand: 'Orchard', category: 'Haircare', maxPrice: 5000 }
  const { slug } = await createCollection(admin, { name: 'Orchard hair', rule })
  expect(await namesIn(ctx, slug)).toEqual(['Right'])
  await execute(ctx.db)`update products set brand = 'Orchard' where id = ${id}`
  expect(await namesIn(ctx, slug)).toEqual(['Other Brand', 'Right'])
})

test('rules by keyword, age, and compare-at price', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await buildProduct(ctx, { name: 'Reduced', originalPrice: 9000, price: 100 })
  const { id } = await buildProduct(ctx, { name: 'Tagged' })
  const { id: old } = await buildProduct(ctx, { name: 'Old' })
  await execute(ctx.db)`update products set keywords = ${['gift', 'vegan']} where id = ${id}`
  await execute(ctx.db)`update products set created_at = now() - interval '40 days' where id = ${old}`
  await execute(ctx.db)`update products set created_at = now() where id <> ${old}`
  const listed = async (name: string, rule: object) => {
    const { slug } = await createCollection(admin, { name, rule })
    return namesIn(ctx, slug)
  }
  expect(await listed('Vegan', { keyword: 'vegan' })).toEqual(['Tagged'])
  expect(await listed('New', { newDays: 30 })).toEqual(['Reduced', 'Tagged'])
  expect(await listed('Reduced', { reduced: true })).toEqual(['Reduced'])
})

test('a rule’s category includes its children, and matches nothing once it is gone', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const parent = (await listAdminCategories(admin)).find(({ name }) => name === 'Haircare')
  await createCategory(admin, { name: 'Soap', parentId: parent?.id })
  await buildProduct(ctx, { name: 'Bar', category: 'Soap' })
  const { slug } = await createCollection(admin, { name: 'Hair', rule: { category: 'Haircare' } })
  expect(await namesIn(ctx, slug)).toEqual(['Bar'])
  await execute(ctx.db)`update collections set rule = jsonb_set(rule, '{category}', '"Gone"')`
  expect(await namesIn(ctx, slug)).toEqual([])
})

test('a family is one card if one of its products meets the rule', async ({ ctx }) => {
  const { admin } = await buildFamily(ctx, {
    members: [
      { shadeName: 'Fig', price: 1000 },
      { shadeName: 'Plum', price: 9000 },
    ],
  })
  const { slug } = await createCollection(admin, { name: 'Little', rule: { maxPrice: 2000 } })
  expect(await namesIn(ctx, slug)).toHaveLength(1)
})

test('a hidden or deleted collection isn’t found', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id, slug } = await createCollection(admin, { name: 'Hidden', hidden: true })
  await expect(findCollection(ctx, slug)).rejects.toMatchObject({ code: 'not_found' })
  expect(await listCollections(ctx)).toEqual([])
  await editCollection(admin, id, { hidden: false })
  expect(await listCollections(ctx)).toMatchObject([{ slug }])
  await deleteCollection(admin, id)
  await expect(findCollection(ctx, slug)).rejects.toMatchObject({ code: 'not_found' })
})

test('products are found by SKU or slug, one per line', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const one = await buildProduct(ctx, { name: 'One', slug: 'one' })
  const two = await buildProduct(ctx, { name: 'Two', slug: 'two' })
  await execute(ctx.db)`update products set sku = 'T-2' where id = ${two.id}`
  expect(await findProductLines(admin, ['T-2', 'one'])).toEqual([two.id, one.id])
  await expect(findProductLines(admin, ['one', 'three'])).rejects.toMatchObject({
    fields: { productIds: 'Line 2: no product has the SKU or slug “three”.' },
  })
})

const INVALID: [string, object, string][] = [
  ['an empty name', { name: '' }, 'name'],
  ['a rule without conditions', { name: 'New', rule: {} }, 'rule'],
  ['prices in the wrong order', { name: 'New', rule: { minPrice: 900, maxPrice: 100 } }, 'rule'],
  ['a rule of a category that doesn’t exist', { name: 'New', rule: { category: 'Weapons' } }, 'rule'],
  ['more than 100 products', { name: 'New', productIds: Array.from({ length: 101 }, String) }, 'productIds'],
  ['a product that doesn’t exist', { name: 'New', productIds: ['prd_00000000000000000000'] }, 'productIds'],
  ['an address with spaces', { name: 'New', slug: 'a b' }, 'slug'],
]

for (const [title, draft, field] of INVALID)
  test(`${title} is refused`, async ({ ctx }) => {
    await expect(createCollection(await asAdmin(ctx), draft)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { [field]: expect.any(String) },
    })
    expect(await listCollections(ctx)).toEqual([])
  })

test('a name in use is refused, and so is an edit of an older edition', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id, edition } = await createCollection(admin, { name: 'Gifts' })
  await expect(createCollection(admin, { name: 'GIFTS' })).rejects.toMatchObject({
    fields: { name: expect.any(String) },
  })
  await editCollection(admin, id, { edition, name: 'Presents' })
  await expect(editCollection(admin, id, { edition, name: 'Other' })).rejects.toMatchObject({
    code: 'conflict',
  })
})
