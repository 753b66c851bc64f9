import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { CollectionRule, MAX_COLLECTION_PRODUCTS } from '#core/catalog/collections/collection.ts'
import {
  createCollection,
  deleteCollection,
  editCollection,
  listAdminCollections,
} from '#core/catalog/collections/manage-collections.server.ts'
import type { Context } from '#core/context.ts'
import { queryColumn } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { asAdmin, checkImportFile, finishImport, rowProblems, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { listImportRows } from '../imports.server.ts'
import { PRODUCT_COLUMNS, productCells } from '../product-csv.ts'
import { startImport } from '../start-import.server.ts'
import { listExportedProducts } from './chosen-collections.server.ts'

/** The slugs of each collection's products, in order. */
async function membersByName(ctx: Context): Promise<Record<string, string[]>> {
  const collections = await listAdminCollections(ctx)
  const slugs = await Promise.all(
    collections.map(
      ({ productIds }) =>
        queryColumn(ctx.db, z.string())`
        select slug from unnest(${productIds}::text[]) with ordinality as c (id, place) join products using (id)
        order by place`,
    ),
  )
  return Object.fromEntries(collections.map(({ name }, index) => [name, slugs[index] ?? []]))
}

test('products are put into and taken out of the collections that staff choose products for', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const one = await buildProduct(ctx, { slug: 'one', name: 'One', price: 900, category: 'Skincare' })
  const two = await buildProduct(ctx, { slug: 'two', name: 'Two', price: 900, category: 'Skincare' })
  const gifts = await createCollection(admin, { name: 'Winter Gifts', productIds: [one.id, two.id] })
  await createCollection(admin, { name: 'Best', productIds: [two.id] })
  await createCollection(admin, { name: 'Reduced', rule: { reduced: true } })
  const file =
    'slug,name,price,category,collections\none,One,9,Skincare,"winter-gifts\nBEST"\ntwo,Two,9,Skincare,\nthree,Three,9,Skincare,best\n'
  const { id, changed, created } = await checkImportFile(admin, file)
  expect([changed, created]).toEqual([2, 1])
  const { rows } = await listImportRows(admin, id, {})
  expect(rows[0]).toMatchObject({
    before: { collections: ['Winter Gifts'] },
    after: { collections: ['Best', 'Winter Gifts'] },
  })
  expect(rows[1]).toMatchObject({
    before: { collections: ['Best', 'Winter Gifts'] },
    after: { collections: [] },
  })
  await runImport(admin, id)
  expect(await membersByName(admin)).toEqual({
    Best: ['one', 'three'],
    Reduced: [],
    'Winter Gifts': ['one'],
  })
  expect(await checkImportFile(admin, file)).toMatchObject({ unchanged: 3 })
  expect(await checkImportFile(admin, 'slug,price\none,9\n')).toMatchObject({ unchanged: 1 })
  // An editor who had the collection open can't save over the import.
  await expect(editCollection(admin, gifts.id, { edition: gifts.edition, name: 'X' })).rejects.toMatchObject({
    code: 'conflict',
  })
  const audited = await queryColumn(ctx.db, z.string())`
    select after ->> 'collections' from audit_entries where subject = ${two.id} and action = 'product-changed'`
  expect(audited).toEqual(['[]'])
})

test('an exported file has the collections, and imports without changes', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const one = await buildProduct(ctx, { slug: 'one' })
  const two = await buildProduct(ctx, { slug: 'two' })
  await createCollection(admin, { name: 'Éclat', productIds: [one.id] })
  await createCollection(admin, { name: 'best', productIds: [one.id] })
  await createCollection(admin, { name: 'Zest', productIds: [one.id, two.id] })
  await createCollection(admin, { name: 'Reduced', rule: { reduced: true } })
  const { rows } = await listExportedProducts(admin, { sort: 'oldest' })
  const cells = rows.map((row) => productCells(row, 'https://store.example'))
  expect(cells.map((row) => row[PRODUCT_COLUMNS.indexOf('collections')])).toEqual([
    'Zest\nbest\nÉclat',
    'Zest',
  ])
  const exported = stringify([PRODUCT_COLUMNS, ...cells] as never)
  expect(await checkImportFile(admin, exported)).toMatchObject({ unchanged: 2 })
})

test('an unknown collection, one by rule, and a full one are problems of the row', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await createCollection(admin, { name: 'Reduced', rule: { reduced: true } })
  const full = await createCollection(admin, { name: 'Full' })
  const products = []
  for (let n = 0; n < MAX_COLLECTION_PRODUCTS - 1; n++) products.push((await buildProduct(ctx)).id)
  await editCollection(admin, full.id, { productIds: products })
  const checked = await checkImportFile(
    admin,
    'slug,name,price,category,collections\na,A,9,Skincare,Nope\nb,B,9,Skincare,reduced\nc,C,9,Skincare,full\nd,D,9,Skincare,full\n',
  )
  expect(checked).toMatchObject({ created: 1, invalid: 3 })
  expect(rowProblems(checked)).toEqual([
    [2, 'collections', expect.stringContaining('The store has no collection “Nope”.')],
    [3, 'collections', expect.stringContaining('“Reduced” is a collection by rule')],
    [5, 'collections', expect.stringContaining('“Full” has 100 products')],
  ])
})

test('with the option, missing collections are created with their first products', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file =
    'slug,name,price,category,collections\na,A,9,Skincare,Gifts\nb,B,9,Skincare,"gifts\nNew"\nc,C,x,Skincare,Never\n'
  const { id, notes, invalid } = await checkImportFile(admin, file, { createCategories: true })
  expect(invalid).toBe(1)
  expect(notes).toContain('Creates 2 collections: Gifts (2 products), New (1 product).')
  expect(await listAdminCollections(admin)).toEqual([])
  await runImport(admin, id)
  expect(await membersByName(admin)).toEqual({ Gifts: ['a', 'b'], New: ['b'] })
  const actions = await queryColumn(ctx.db, z.string())`
    select after ->> 'name' from audit_entries where action = 'product-collection-created' order by id`
  expect(actions).toEqual(['Gifts', 'New'])
})

test('what staff chose since the check stays, and rows whose collection is gone are skipped', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const one = await buildProduct(ctx, { slug: 'one', name: 'One', price: 900, category: 'Skincare' })
  const best = await createCollection(admin, { name: 'Best' })
  const other = await createCollection(admin, { name: 'Other' })
  const deleted = await createCollection(admin, { name: 'Deleted' })
  const ruled = await createCollection(admin, { name: 'Ruled' })
  const file =
    'slug,name,price,category,collections\none,One,9,Skincare,Best\na,A,9,Skincare,Deleted\nb,B,9,Skincare,Ruled\nc,C,9,Skincare,\n'
  const { id } = await checkImportFile(admin, file)
  await editCollection(admin, other.id, { productIds: [one.id] })
  await editCollection(admin, best.id, { name: 'BEST' })
  await deleteCollection(admin, deleted.id)
  await editCollection(admin, ruled.id, { rule: CollectionRule.parse({ reduced: true }) })
  await startImport(admin, id)
  expect(await finishImport(admin, id)).toMatchObject({ state: 'done', created: 1, changed: 1, invalid: 2 })
  expect(await membersByName(admin)).toEqual({ BEST: ['one'], Other: ['one'], Ruled: [] })
  const { rows } = await listImportRows(admin, id, { filter: 'invalid' })
  expect(rows.map(({ line, problems }) => [line, problems[0]?.problem])).toEqual([
    [3, expect.stringContaining('Someone changed')],
    [4, expect.stringContaining('Someone changed')],
  ])
})

test('a Shopify file can name collections, for all variants of a product', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await createCollection(admin, { name: 'Best' })
  await createCollection(admin, { name: 'Gift Sets' })
  const file = `Handle,Title,Type,Option1 Name,Option1 Value,Variant Price,Collections
mist,Mist,Skin,Color,Fig,9,"best, gift-sets"
mist,,,,Plum,9,
`
  await runImport(admin, (await checkImportFile(admin, file)).id)
  const members = ['mist-fig', 'mist-plum']
  expect(await membersByName(admin)).toEqual({ Best: members, 'Gift Sets': members })
})

test('further categories of WooCommerce are collections if the store has them, and take a product out of none', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  await createCollection(admin, { name: 'Gifts' })
  await createCollection(admin, { name: 'Own' })
  await createCollection(admin, { name: 'Reduced', rule: { reduced: true } })
  const file = (category: string) =>
    `Type,SKU,Name,Published,Regular price,Categories\nsimple,OIL,Oil,0,9,"Skincare, ${category}, Nope, Reduced"\n`
  const checked = await checkImportFile(admin, file('Gifts > Own'))
  expect(checked).toMatchObject({ created: 1, invalid: 0 })
  await runImport(admin, checked.id)
  expect(await membersByName(admin)).toEqual({ Gifts: ['oil'], Own: ['oil'], Reduced: [] })
  expect(await checkImportFile(admin, file('Own'))).toMatchObject({ unchanged: 1 })
})
