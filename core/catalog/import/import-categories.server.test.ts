import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { execute, query } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { asAdmin, checkImportFile, rowProblems, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProductsBySlug } from '../admin-products.server.ts'
import { readCategories } from '../categories/categories.server.ts'
import { INITIAL_CATEGORIES } from '../categories/category.ts'
import { MAX_CATEGORIES } from '../categories/category-draft.ts'
import {
  createCategory,
  deleteCategory,
  editCategory,
  listAdminCategories,
} from '../categories/manage-categories.server.ts'
import { findAdminFamily, listAdminFamilies } from '../families/admin-families.server.ts'
import { listImportRows } from './imports.server.ts'

const CREATE = { createCategories: true, category: null }

const names = async (ctx: Context) => (await readCategories(ctx)).map(({ name }) => name)

const newNames = async (ctx: Context) =>
  (await names(ctx)).filter((name) => !INITIAL_CATEGORIES.some((initial) => initial === name))

async function categoryId(admin: Context, name: string): Promise<string> {
  const category = (await listAdminCategories(admin)).find((each) => each.name === name)
  if (!category) throw new Error(`No category ${name}`)
  return category.id
}

async function productCategories(ctx: Context, slugs: string[]) {
  const products = await findAdminProductsBySlug(ctx.db, slugs)
  return slugs.map((slug) => products.get(slug)?.category)
}

const invalidRows = async (admin: Context, id: string) =>
  rowProblems({ lines: (await listImportRows(admin, id, { filter: 'invalid' })).rows })

const DELETED = expect.stringContaining('Someone deleted the category of this product')

test('an import creates the categories that its rows name, as its check lists them', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const existing = await buildProduct(ctx, { slug: 'old', category: 'Makeup' })
  await editCategory(admin, await categoryId(admin, 'Haircare'), { name: 'Hair', slug: 'for-hair' })
  const file = `slug,name,category,price
a,A,Candles,9
b,B,CANDLES ,9
c,C,Soaps & Bars,9
d,D,soaps-bars,9
e,E,haircare,9
f,F,for-hair,9
g,G,,9
h,H,Wax melts,x
${existing.slug},Old,Candles,9
`
  const off = await checkImportFile(admin, file, { category: null })
  expect(off).toMatchObject({ created: 2, changed: 0, invalid: 7, notes: [] })
  const checked = await checkImportFile(admin, file, CREATE)
  expect(checked).toMatchObject({ created: 6, changed: 1, invalid: 2 })
  expect(checked.notes).toEqual(['Creates 2 categories: Candles (3 products), Soaps & Bars (2 products).'])
  expect(rowProblems(checked)).toEqual([
    [8, 'category', expect.stringContaining('This product has no category')],
    [9, 'price', expect.any(String)],
  ])
  expect(await newNames(ctx)).toEqual(['Hair'])

  await runImport(admin, checked.id)
  expect(await newNames(ctx)).toEqual(['Hair', 'Candles', 'Soaps & Bars'])
  expect(await productCategories(ctx, ['a', 'b', 'c', 'd', 'e', 'f', 'old'])).toEqual([
    'Candles',
    'Candles',
    'Soaps & Bars',
    'Soaps & Bars',
    'Hair',
    'Hair',
    'Candles',
  ])
  const candles = (await readCategories(ctx)).find(({ name }) => name === 'Candles')
  expect(candles).toMatchObject({ slug: 'candles', parentId: null, hidden: false })
  const audit = await query(ctx.db, z.strictObject({ by: z.string(), name: z.string() }))`
    select actor_id as by, after ->> 'name' as name from audit_entries where action = 'product-category-created' order by id`
  const by = admin.actor.kind === 'user' && admin.actor.id
  expect(audit).toEqual([
    { by, name: 'Candles' },
    { by, name: 'Soaps & Bars' },
  ])
  expect((await checkImportFile(admin, file, CREATE)).notes).toEqual([])
})

test('a Shopify export brings its types, before a guess, and a family’s members share theirs', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const file = `Handle,Title,Product Category,Type,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price
fig,Fig,Home & Garden > Decor > Home Fragrances > Candles,Candles,Size,100 g,1,9
fig,,,,,200 g,1,12
balm,Balm,Health & Beauty > Personal Care > Cosmetics,Lip Balm,,,1,9
tray,Tray,Home & Garden > Decor > Trays,,,,1,9
serum,Serum,Health & Beauty > Personal Care > Cosmetics > Skin Care,,,,1,9
`
  const checked = await checkImportFile(admin, file, CREATE)
  expect(checked.notes[0]).toBe(
    'Creates 4 categories: Candles (2 products), Lip Balm (1 product), Decor, Decor > Trays (1 product).',
  )
  expect(await runImport(admin, checked.id)).toMatchObject({ created: 5, invalid: 0 })
  expect(await productCategories(ctx, ['fig-100-g', 'fig-200-g', 'balm', 'tray', 'serum'])).toEqual([
    'Candles',
    'Candles',
    'Lip Balm',
    'Trays',
    'Skincare',
  ])
})

test('a name that no category can have is a problem of its row', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file = `slug,name,category,price\na,A,all,9\nb,B,${'x'.repeat(61)},9\nc,C,"Two\nlines",9\nd,D,${'x'.repeat(60)},9\n`
  const checked = await checkImportFile(admin, file, CREATE)
  expect(rowProblems(checked)).toEqual([
    [2, 'category', expect.stringContaining('Use another name')],
    [3, 'category', 'Use at most 60 characters.'],
    [4, 'category', 'Use one line.'],
  ])
  expect(await runImport(admin, checked.id)).toMatchObject({ created: 1, invalid: 3 })
})

const fileOf = (categories: string[]) =>
  ['slug,name,category,price', ...categories.map((category, n) => `p-${n},P,${category},9`)].join('\n')

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Category ${n}`)

test('more categories than a store can have are refused at the check, and broken lines name none', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const room = MAX_CATEGORIES - INITIAL_CATEGORIES.length
  expect(await checkImportFile(admin, fileOf(numbered(room + 1)), CREATE)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('the store has 5 of at most 200'),
  })
  const broken = numbered(300).map((category) => `${category},,`)
  expect(await checkImportFile(admin, fileOf([...broken, ...numbered(room)]), CREATE)).toMatchObject({
    created: room,
    invalid: 300,
  })
})

test('a store whose categories filled up since the check reports the rows that have none', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const room = MAX_CATEGORIES - INITIAL_CATEGORIES.length
  const { id } = await checkImportFile(admin, fileOf(numbered(room)), CREATE)
  await createCategory(admin, { name: 'Meanwhile' })
  await createCategory(admin, { name: 'CATEGORY 0' })
  expect(await runImport(admin, id)).toMatchObject({ created: room - 1, invalid: 1 })
  expect(await invalidRows(admin, id)).toEqual([[room + 1, '', expect.stringContaining('200th category')]])
  expect(await names(ctx)).toHaveLength(MAX_CATEGORIES)
  expect(await productCategories(ctx, ['p-0', 'p-1'])).toEqual(['CATEGORY 0', 'Category 1'])
})

test('categories are created once, although batches are repeated and two imports run at once', async ({
  ctx,
  owner,
}) => {
  const admin = await asAdmin(ctx)
  await owner.query(`alter table products add check (name <> 'Poison')`)
  const file = (prefix: string, column: string[]) =>
    [
      'slug,name,category,price',
      ...column.map((category, n) => `${prefix}-${n},${n === 7 ? 'Poison' : 'P'},${category},9`),
    ].join('\n')
  const column = Array.from({ length: 40 }, (_, n) => `Category ${n % 3}`)
  const [one, other] = [
    await checkImportFile(admin, file('one', column), CREATE),
    await checkImportFile(
      admin,
      file(
        'other',
        column.map((name) => name.toUpperCase()),
      ),
      CREATE,
    ),
  ]
  const results = await Promise.all([runImport(admin, one.id), runImport(admin, other.id)])
  expect(results.map(({ created, invalid }) => [created, invalid])).toEqual([
    [39, 1],
    [39, 1],
  ])
  expect((await newNames(ctx)).map((name) => name.toLowerCase()).toSorted()).toEqual([
    'category 0',
    'category 1',
    'category 2',
  ])
  const created = await execute(ctx.db)`
    select from audit_entries where action = 'product-category-created'`
  expect(created).toBe(3)
})

test('a category whose rows are all skipped isn’t created', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await checkImportFile(admin, fileOf(['Candles']), CREATE)
  await buildProduct(ctx, { slug: 'p-0' })
  expect(await runImport(admin, id)).toMatchObject({ created: 0, invalid: 1 })
  expect(await newNames(ctx)).toEqual([])
})

test('of categories that change between the check and the import, the new names are used, and rows of deleted ones reported', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  await buildProduct(ctx, { slug: 'old', category: 'Skincare', tagline: 'Before' })
  await buildProduct(ctx, { slug: 'moving', category: 'Skincare' })
  const file = `slug,name,category,price,tagline,family,family_name,shade
old,Old,Fragrance,9,After,,,
moving,Moving,Makeup,9,,,,
lip-fig,,Makeup,9,,lip,Lip,Fig
lip-plum,,Makeup,9,,lip,Lip,Plum
mist,Mist,Fragrance,9,,,,
mist-a,,Fragrance,9,,mists,Mists,A
mist-b,,Fragrance,9,,mists,Mists,B
comb,Comb,Haircare,9,,,,
`
  const { id } = await checkImportFile(admin, file, CREATE)
  await editCategory(admin, await categoryId(admin, 'Makeup'), { name: 'Color' })
  await deleteCategory(admin, await categoryId(admin, 'Fragrance'), null)
  expect(await runImport(admin, id)).toMatchObject({ imported: 4, created: 3, changed: 1, invalid: 4 })
  expect(await invalidRows(admin, id)).toEqual([2, 6, 7, 8].map((line) => [line, '', DELETED]))
  expect(await productCategories(ctx, ['old', 'moving', 'lip-fig', 'lip-plum', 'mist', 'comb'])).toEqual([
    'Skincare',
    'Color',
    'Color',
    'Color',
    undefined,
    'Haircare',
  ])
  const { rows } = await listAdminFamilies(admin, {})
  expect(rows.map(({ name }) => name)).toEqual(['Lip'])
  expect(await findAdminFamily(admin, rows[0]?.id ?? '')).toMatchObject({ category: 'Color' })
  const audit = await query(ctx.db, z.strictObject({ category: z.string() }))`
    select after ->> 'category' as category from audit_entries
    where after ->> 'category' = any(${['Makeup', 'Fragrance']}) and action in ('product-created', 'product-changed')`
  expect(audit).toEqual([])
})

test('an import and changes of its categories at once don’t make each other fail', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const slugs = Array.from({ length: 700 }, (_, n) => `p-${n}`)
  for (const slug of slugs.slice(0, 30)) await buildProduct(ctx, { slug, category: 'Makeup', price: 100 })
  const rows = slugs.map((slug, n) => `${slug},P,${['Makeup', 'Candles', 'Haircare'][n % 3]},9`)
  const { id } = await checkImportFile(admin, ['slug,name,category,price', ...rows].join('\n'), CREATE)
  const [makeup, haircare] = [await categoryId(admin, 'Makeup'), await categoryId(admin, 'Haircare')]
  const target = await categoryId(admin, 'Skincare')
  const [{ imported, invalid }] = await Promise.all([
    runImport(admin, id),
    editCategory(admin, makeup, { name: 'Colors' }),
    deleteCategory(admin, haircare, target),
    createCategory(admin, { name: 'candles' }).catch((error) => expect(error.code).toBe('invalid_input')),
  ])
  expect(imported + invalid).toBe(700)
  const categories = [...(await findAdminProductsBySlug(ctx.db, slugs)).values()].map(({ category }) =>
    category.toLowerCase(),
  )
  expect([...new Set(categories)].toSorted()).toEqual(expect.arrayContaining(['candles', 'colors']))
  expect(await names(ctx)).toEqual(expect.not.arrayContaining(['Makeup', 'Haircare']))
})

test('the category for unmatched rows can be named by its slug', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await checkImportFile(admin, 'slug,name,price\nbrush,Brush,9\n', {
    category: 'tools-accessories',
  })
  expect(await runImport(admin, id)).toMatchObject({ created: 1, invalid: 0 })
  expect(await productCategories(ctx, ['brush'])).toEqual(['Tools & Accessories'])
})

test('Shopify’s “Uncategorized” is no category, and isn’t created', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file =
    'Handle,Title,Product Category,Type,Variant Price\noil,Oil,Uncategorized,,9\nmist,Mist,,Mists,9\n'
  const options = { category: 'Skincare', createCategories: true }
  const { lines, notes } = await checkImportFile(admin, file, options)
  expect(lines.map(({ after }) => after.category)).toEqual(['Skincare', 'Mists'])
  expect(notes).toContain('Creates 1 category: Mists (1 product).')
})
