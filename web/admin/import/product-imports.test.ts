import { runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/file-store.ts'
import { uploadByForm } from '#test/http/upload-form.ts'
import { findAll, textOf } from '#test/markup.ts'

test('without scripts, an import is checked, previewed row by row, run once, and unchanged the next time', async ({
  ctx,
  connection,
  admin,
}) => {
  const path = '/admin/products/import'
  const file = (text: string) => ({
    name: 'spring.csv',
    content: new Uint8Array(Buffer.from(text, 'latin1')),
  })
  const products = await admin.open('/admin/products')
  const screen = await products.follow('Import CSV')
  expect(screen.heading).toBe('Import products')
  expect(screen.main).toContain('Each variant becomes a product with its shade, size, and other options.')
  const refused = await uploadByForm(admin, path, [file('name of it;cost\nx;1')])
  const alerts = findAll(refused.root, ({ attributes }) => attributes.role === 'alert').map(textOf)
  expect(alerts.join()).toContain('The first line must name the columns')

  const rows = 'spring;Crème;Skincare;12,50;4\nspring-b;B;Shoes;1e3;\n'
  const checking = await uploadByForm(admin, path, [file(`slug;name;category;price;stock\n${rows}`)])
  await runJobs(connection, ctx)
  const review = await admin.open(checking.path)
  expect(review.heading).toBe('Review import')
  expect(review.main).toContain('spring.csv: 2 products. Read as Latin-1.')
  expect(review.main).toContain('1 row can’t be imported.')
  const invalid = await review.follow('Invalid 1')
  expect(invalid.rows('Rows')).toEqual([expect.stringContaining('Use one of these categories: Skincare')])
  expect(invalid.rows('Rows')[0]).toContain('Enter a number')
  const exported = await (await admin.get(invalid.links('Export CSV')[0] ?? '')).text()
  expect(exported).toContain('3,invalid,spring-b,B,"')
  expect(exported.split('invalid,')).toHaveLength(2)

  await review.submit('Import 1 new product')
  await runJobs(connection, ctx)
  const complete = await admin.open(checking.path)
  expect(complete.heading).toBe('Import complete')
  expect(complete.main).toContain('1 product created. 0 products updated. 1 row skipped.')
  const rejected = await (await admin.get(complete.links('Download invalid rows (CSV)')[0] ?? '')).text()
  expect(rejected).toBe(exported)
  expect((await admin.open('/admin/products?q=spring')).rows('Products').join()).toContain('Crème')

  const csv = await (await admin.get('/admin/export/products.csv?q=spring')).text()
  const again = await uploadByForm(admin, '/legacy-admin/products/import', [
    { name: 'again.csv', content: csv },
  ])
  expect(again.path).toMatch(/^\/legacy-admin\/products\/import\/imp_/)
  await runJobs(connection, ctx)
  const unchanged = await admin.open(again.path)
  expect(unchanged.heading).toBe('Review import')
  expect(unchanged.links('Unchanged 1')).toHaveLength(1)
  expect(unchanged.main).toContain('Nothing to import')
})

test('the upload form offers to create categories, and the review lists them', async ({
  ctx,
  connection,
  admin,
}) => {
  const content = 'slug;name;category;price\nfig;Fig;Candles;9\nmoss;Moss;Candles;9\ntray;Tray;Trays;9\n'
  const path = '/admin/products/import'
  const checking = await uploadByForm(admin, path, [{ name: 'home.csv', content }], ['create_categories'])
  await runJobs(connection, ctx)
  const review = await admin.open(checking.path)
  expect(review.main).toContain('Creates 2 categories: Candles (2 products), Trays (1 product).')
  await review.submit('Import 3 new products')
  await runJobs(connection, ctx)
  expect((await admin.open('/admin/products/categories')).rows('Categories').join()).toContain('Candles')
})
