import { checkImportFile, asAdmin as withAdmin } from '#test/imports.ts'
import { expect, test } from '#test/page-test.ts'

const FILE = 'name,category,price\nLinden Balm,Skincare,24.00\n,Skincare,abc\n'

test('an import is reviewed and started, and a second click changes nothing', async ({ ctx, admin }) => {
  const { id } = await checkImportFile(await withAdmin(ctx), FILE)
  const imports = await admin.open('/admin/products/import')
  expect(imports.rows('Imports').join()).toMatch(/2 \(1 invalid\).*Ready to review/)
  const review = await imports.follow('p.csv')
  expect([review.path, review.heading]).toEqual([`/admin/products/import/${id}`, 'Review import'])
  expect((await review.follow('Invalid 1')).main).not.toContain('Linden Balm')
  const started = await review.submit('Import 1 new product')
  expect([started.path, started.heading]).toEqual([review.path, 'Importing'])
  expect(started.buttons).not.toContain('Import 1 new product')
  expect((await review.submit('Import 1 new product')).heading).toBe('Importing')
})

test('an unknown import is not found', async ({ admin }) => {
  expect((await admin.open('/admin/products/import/none')).status).toBe(404)
  expect((await admin.request('POST', '/admin/products/import/none', { form: {} })).status).toBe(404)
})
