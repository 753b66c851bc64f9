import { buildProduct } from '#test/builders.ts'
import { asAdmin, checkImportFile, finishImport, runImport } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProductsBySlug } from '../admin-products.server.ts'
import { editProduct } from '../save-product.server.ts'
import { adjustStock } from '../stock.server.ts'
import { applyImportBatch } from './apply-import.server.ts'
import { listImportRows } from './imports.server.ts'
import { startImport } from './start-import.server.ts'

test('a product edited, created, or sold between the check and the import is left alone and reported', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx, { slug: 'one', name: 'One', stock: 10, price: 500 })
  await buildProduct(ctx, { slug: 'two', name: 'Two', stock: 10 })
  const file =
    'slug,name,category,price,stock\none,One,Skincare,9,4\ntwo,Two,Skincare,9,4\nthree,Three,Skincare,9,4\nfour,Four,Skincare,9,4\n'
  const first = await checkImportFile(admin, file, { takeStock: true })
  expect(first).toMatchObject({ created: 2, changed: 2, invalid: 0 })
  await editProduct(admin, id, { tagline: 'Edited' })
  await buildProduct(ctx, { slug: 'three', price: 700, stock: 1 })
  expect(await runImport(admin, first.id)).toMatchObject({
    created: 1,
    changed: 1,
    invalid: 2,
    imported: 2,
    rows: 4,
  })
  const { rows } = await listImportRows(admin, first.id, { filter: 'invalid' })
  expect(rows.map(({ slug, problems }) => [slug, problems[0]?.problem])).toEqual([
    ['one', expect.stringContaining('Someone edited this product')],
    ['three', expect.stringContaining('Someone created a product with this slug')],
  ])
  const products = await findAdminProductsBySlug(ctx.db, ['one', 'two', 'three', 'four'])
  expect([...products.values()].map(({ slug, price, stock }) => [slug, price, stock]).sort()).toEqual([
    ['four', 900, 4],
    ['one', 500, 10],
    ['three', 700, 1],
    ['two', 900, 4],
  ])

  const stockImport = await checkImportFile(admin, 'slug,stock\none,4\n', { takeStock: true })
  await adjustStock(admin, id, { change: -3, reason: 'counted' })
  await runImport(admin, stockImport.id)
  expect((await findAdminProductsBySlug(ctx.db, ['one'])).get('one')).toMatchObject({ stock: 1, edition: 2 })
})

test('an import started twice and run by two workers imports each row once', async ({ ctx, connection }) => {
  const admin = await asAdmin(ctx)
  const lines = Array.from({ length: 1700 }, (_, n) => `p-${n},Product ${n},Skincare,9,3`)
  const { id } = await checkImportFile(admin, ['slug,name,category,price,stock', ...lines].join('\n'))
  await Promise.all([startImport(admin, id), startImport(admin, id)])
  const jobs = await connection.pool.query(
    `select key from graphile_worker.jobs where task_identifier = 'import-products'`,
  )
  expect(jobs.rows).toEqual([{ key: `import:${id}` }])
  await applyImportBatch(ctx.db, id)
  await connection.pool.query('delete from graphile_worker._private_jobs')
  await startImport(admin, id)
  expect((await connection.pool.query('select key from graphile_worker.jobs')).rows).toEqual(jobs.rows)
  await Promise.all([finishImport(admin, id), finishImport(admin, id)])
  const { rows } = await connection.pool.query(`select
    (select count(*)::int from products) as products,
    (select sum(available)::int from stock_levels) as units,
    (select count(*)::int from audit_entries where action = 'product-created') as created,
    (select count(*)::int from audit_entries where action = 'products-imported') as finished`)
  expect(rows).toEqual([{ products: 1700, units: 5100, created: 1700, finished: 1 }])
})

test('of two concurrent imports of the same products, the later one keeps what the earlier one wrote', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const slugs = Array.from({ length: 600 }, (_, n) => `p-${n}`)
  for (const slug of slugs.slice(0, 20)) await buildProduct(ctx, { slug, price: 100, stock: 1 })
  const buildFile = (price: number, slugList: string[]) =>
    [
      'slug,name,category,price,stock',
      ...slugList.map((slug) => `${slug},P,Skincare,${price},${price}`),
    ].join('\n')
  const [one, other] = [
    await checkImportFile(admin, buildFile(2, slugs), { takeStock: true }),
    await checkImportFile(admin, buildFile(3, slugs.toReversed()), { takeStock: true }),
  ]
  const results = await Promise.all([runImport(admin, one.id), runImport(admin, other.id)])
  expect(results.reduce((sum, { imported }) => sum + imported, 0)).toBe(600)
  expect(results.reduce((sum, { invalid }) => sum + invalid, 0)).toBe(600)
  for (const { price, stock } of (await findAdminProductsBySlug(ctx.db, slugs)).values())
    expect(stock).toBe(price / 100)
})

test('a row that the database rejects is reported and blocks no other row', async ({ ctx, owner }) => {
  const admin = await asAdmin(ctx)
  await owner.query(`alter table products add check (name <> 'Poison')`)
  const lines = Array.from({ length: 40 }, (_, n) => `p-${n},${n === 17 ? 'Poison' : 'P'},Skincare,9`)
  const { id } = await checkImportFile(admin, ['slug,name,category,price', ...lines].join('\n'))
  expect(await runImport(admin, id)).toMatchObject({ created: 39, imported: 39, invalid: 1 })
  const { rows } = await listImportRows(admin, id, { filter: 'invalid' })
  expect(rows).toMatchObject([
    {
      line: 19,
      slug: 'p-17',
      problems: [{ problem: expect.stringContaining('database rejected this row') }],
    },
  ])
})

test('of 10,000 rows, 17 invalid ones are reported and the rest are imported', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx)
  const invalid = new Set(Array.from({ length: 17 }, (_, nth) => 100 + nth * 571))
  const lines = ['slug,name,brand,category,price,stock,description']
  for (let n = 1; n <= 10_000; n++)
    lines.push(
      `p-${n},Product ${n},Orchard,Skincare,${invalid.has(n) ? '1e3' : '12.50'},3,"${'Soft. '.repeat(20)}"`,
    )
  const checked = await checkImportFile(admin, lines.join('\n'))
  expect(checked).toMatchObject({ rows: 10_000, created: 9983, invalid: 17 })
  const { rows } = await listImportRows(admin, checked.id, { filter: 'invalid' })
  expect(rows.map(({ line }) => line)).toEqual([...invalid].map((n) => n + 1))
  await runImport(admin, checked.id)
  const totals = await connection.pool.query(
    `select count(*)::int as products, sum(s.available)::int as units from products p join stock_levels s on s.product_id = p.id`,
  )
  expect(totals.rows).toEqual([{ products: 9983, units: 9983 * 3 }])
}, 120_000)
