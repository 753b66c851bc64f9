import fc from 'fast-check'
import type { Context } from '#core/context.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProduct } from '../admin-products.server.ts'
import { listListings } from '../listings/listings.server.ts'
import { listProducts } from '../products.server.ts'
import { readCategories } from './categories.server.ts'
import { categoryPath, findCategory, INITIAL_CATEGORIES, shownCategories } from './category.ts'
import {
  type AdminCategory,
  createCategory,
  deleteCategory,
  editCategory,
  listAdminCategories,
  moveCategory,
} from './manage-categories.server.ts'

const names = async (ctx: Context) => (await readCategories(ctx)).map(({ name }) => name)

async function findByName(ctx: Context, name: string): Promise<AdminCategory> {
  const category = (await listAdminCategories(await asAdmin(ctx))).find((each) => each.name === name)
  if (!category) throw new Error(`No category ${name}`)
  return category
}

async function listedIn(ctx: Context, category: string): Promise<string[]> {
  const filter = { category, sort: 'name', limit: 24 } as const
  const { products } = await listProducts(ctx, filter)
  const { listings } = await listListings(ctx, filter)
  expect(listings.map(({ name }) => name)).toEqual(products.map(({ name }) => name))
  return products.map(({ name }) => name)
}

test('a new store has the specification’s categories', async ({ ctx }) => {
  expect(await names(ctx)).toEqual(INITIAL_CATEGORIES)
})

test('a category inside another lists its products, and the other lists both’s', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id: parentId } = await findByName(ctx, 'Haircare')
  const { slug } = await createCategory(admin, { name: 'Soaps & Bars', parentId })
  expect(slug).toBe('soaps-bars')
  await buildProduct(ctx, { name: 'Bar', category: 'Soaps & Bars' })
  await buildProduct(ctx, { name: 'Comb', category: 'Haircare' })
  await buildProduct(ctx, { name: 'Balm', category: 'Makeup' })
  expect(await listedIn(ctx, 'Soaps & Bars')).toEqual(['Bar'])
  expect(await listedIn(ctx, 'Haircare')).toEqual(['Bar', 'Comb'])
  expect(await names(ctx)).toEqual([
    'Skincare',
    'Makeup',
    'Haircare',
    'Soaps & Bars',
    'Fragrance',
    'Tools & Accessories',
  ])
})

test('a category that doesn’t exist is refused with those that do', async ({ ctx }) => {
  await expect(listProducts(ctx, { category: 'Candles', sort: 'name', limit: 1 })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: {
      category: 'Use one of these categories: Skincare, Makeup, Haircare, Fragrance, Tools & Accessories.',
    },
  })
})

test('a new name reaches products and families, and the former one still finds the category', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx, { name: 'Balm', category: 'Makeup' })
  const { ids } = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }, { shadeName: 'Plum' }] })
  const makeup = await findByName(ctx, 'Makeup')
  await editCategory(admin, makeup.id, { name: 'Color' })
  for (const product of [id, ...ids])
    expect(await findAdminProduct(admin, product)).toMatchObject({ category: 'Color' })
  const categories = await readCategories(ctx)
  for (const link of ['Color', 'COLOR', 'makeup', ' Makeup '])
    expect(findCategory(categories, link)?.name).toBe('Color')
  // A new category takes the name over.
  await createCategory(admin, { name: 'Makeup', slug: 'new-makeup' })
  expect(findCategory(await readCategories(ctx), 'Makeup')?.name).toBe('Makeup')
})

test('products of a hidden category stay in the catalog, and lists no longer name it or its children', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id } = await findByName(ctx, 'Haircare')
  await createCategory(admin, { name: 'Shampoo', parentId: id })
  await buildProduct(ctx, { name: 'Bar', category: 'Shampoo' })
  await editCategory(admin, id, { hidden: true })
  const names = shownCategories(await readCategories(ctx)).map(({ name }) => name)
  expect(names).toEqual(['Skincare', 'Makeup', 'Fragrance', 'Tools & Accessories'])
  expect((await listProducts(ctx, { sort: 'name', limit: 1 })).products).toMatchObject([{ name: 'Bar' }])
  expect(categoryPath(await readCategories(ctx), 'Shampoo')).toEqual([])
  const unknown = listProducts(ctx, { category: 'Candles', sort: 'name', limit: 1 })
  await expect(unknown).rejects.toThrow('Skincare, Makeup, Fragrance, Tools & Accessories.')
})

test('a category that is deleted gives its products and families to another', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const makeup = await findByName(ctx, 'Makeup')
  const target = await findByName(ctx, 'Fragrance')
  const { id } = await buildProduct(ctx, { category: 'Makeup' })
  const { ids } = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }, { shadeName: 'Plum' }] })
  await expect(deleteCategory(admin, makeup.id, null)).rejects.toMatchObject({
    fields: { moveTo: 'Choose the category that its products move to.' },
  })
  await expect(deleteCategory(admin, makeup.id, makeup.id)).rejects.toMatchObject({
    fields: { moveTo: expect.any(String) },
  })
  await deleteCategory(admin, makeup.id, target.id)
  for (const product of [id, ...ids])
    expect(await findAdminProduct(admin, product)).toMatchObject({ category: 'Fragrance' })
  expect(await names(ctx)).toEqual(['Skincare', 'Haircare', 'Fragrance', 'Tools & Accessories'])
})

test('a parent can’t be deleted, and neither can the last category', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await findByName(ctx, 'Haircare')
  const child = await createCategory(admin, { name: 'Shampoo', parentId: id })
  await expect(deleteCategory(admin, id, null)).rejects.toMatchObject({ code: 'conflict' })
  await deleteCategory(admin, child.id, null)
  const all = await listAdminCategories(admin)
  for (const category of all.slice(1)) await deleteCategory(admin, category.id, null)
  await expect(deleteCategory(admin, all[0]?.id ?? '', null)).rejects.toThrow('at least one category')
})

const INVALID: [string, object, string][] = [
  ['an empty name', { name: ' ' }, 'name'],
  ['a name in use, in another case', { name: 'skinCARE' }, 'name'],
  ['the name of the list of all products', { name: 'ALL' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(61) }, 'name'],
  ['a name of two lines', { name: 'a\nb' }, 'name'],
  ['an address in use', { name: 'New', slug: 'makeup' }, 'slug'],
  ['an address with spaces', { name: 'New', slug: 'a b' }, 'slug'],
  ['a description that is too long', { name: 'New', description: 'x'.repeat(501) }, 'description'],
  ['a parent that doesn’t exist', { name: 'New', parentId: 'cat_00000000000000000000' }, 'parentId'],
]

for (const [title, draft, field] of INVALID)
  test(`${title} is refused`, async ({ ctx }) => {
    await expect(createCategory(await asAdmin(ctx), draft)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { [field]: expect.any(String) },
    })
  })

test('categories have two levels, whatever staff try', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const top = await createCategory(admin, { name: 'Top' })
  const child = await createCategory(admin, { name: 'Child', parentId: top.id })
  const refused = { code: 'invalid_input', fields: { parentId: expect.stringContaining('two levels') } }
  await expect(createCategory(admin, { name: 'Deep', parentId: child.id })).rejects.toMatchObject(refused)
  await expect(editCategory(admin, top.id, { parentId: child.id })).rejects.toMatchObject(refused)
  await expect(editCategory(admin, top.id, { parentId: top.id })).rejects.toMatchObject(refused)
  const other = await findByName(ctx, 'Makeup')
  await expect(editCategory(admin, top.id, { parentId: other.id })).rejects.toMatchObject(refused)
})

test('two who put each of two categories inside the other at once get one of them', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const [one, two] = [await findByName(ctx, 'Makeup'), await findByName(ctx, 'Haircare')]
  const results = await Promise.allSettled([
    editCategory(admin, one.id, { parentId: two.id }),
    editCategory(admin, two.id, { parentId: one.id }),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an edit of an older edition is refused', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id, edition } = await findByName(ctx, 'Makeup')
  await editCategory(admin, id, { edition, description: 'Color.' })
  await expect(editCategory(admin, id, { edition, name: 'Color' })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('any moves keep each category once, and children after their parent', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await findByName(ctx, 'Makeup')
  for (const name of ['Lips', 'Eyes', 'Face']) await createCategory(admin, { name, parentId: id })
  const all = await listAdminCategories(admin)
  const moves = fc.array(fc.tuple(fc.constantFrom(...all.map((each) => each.id)), fc.constantFrom(-1, 1)), {
    maxLength: 12,
  })
  for (const sample of fc.sample(moves, 6)) {
    for (const [moved, step] of sample) await moveCategory(admin, moved, step as -1 | 1)
    const order = await listAdminCategories(admin)
    expect(order.map((each) => each.id).toSorted()).toEqual(all.map((each) => each.id).toSorted())
    const parentAt = order.findIndex((each) => each.id === id)
    expect(order.slice(parentAt + 1, parentAt + 4).map(({ parentId }) => parentId)).toEqual([id, id, id])
  }
})

test('a category moves among its siblings', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await findByName(ctx, 'Fragrance')
  await editCategory(admin, id, { place: 1 })
  expect((await names(ctx)).slice(0, 2)).toEqual(['Fragrance', 'Skincare'])
  await moveCategory(admin, id, 1)
  expect((await names(ctx)).slice(0, 2)).toEqual(['Skincare', 'Fragrance'])
})

test('only staff who edit products change categories', async ({ ctx }) => {
  await expect(createCategory(ctx, { name: 'Candles' })).rejects.toMatchObject({ code: 'unauthenticated' })
})
