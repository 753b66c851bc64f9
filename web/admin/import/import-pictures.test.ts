import { runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/file-store.ts'
import { pictureOf, startPictureServer } from '#test/http/picture-server.ts'
import { uploadByForm } from '#test/http/upload-form.ts'
import { zipFile } from '#test/http/zip-file.ts'
import { asAdmin, finishImport } from '#test/imports.ts'

test('pictures are planned by the check, fetched after the import, and the failed ones fetched again', async ({
  ctx,
  connection,
  admin,
}) => {
  const server = await startPictureServer()
  server.answer = ({ url }, response) => {
    if (url !== '/gone.png') return false
    response.writeHead(404).end()
    return true
  }
  const { url } = server
  const content = `slug,name,category,price,status,pictures
pictured,Pictured Oil,Skincare,9,published,"${url}/1.png
${url}/gone.png
http://10.0.0.1/a.png"
`
  const path = '/admin/products/import'
  const checking = await uploadByForm(admin, path, [{ name: 'pictured.csv', content }], ['fetch_pictures'])
  await runJobs(connection, ctx)
  const review = await admin.open(checking.path)
  expect(review.main).toContain('2 pictures to fetch')
  expect(review.main).toContain('1 picture can’t be fetched.')
  expect(review.rows('Rows').join()).toMatch(/pictures \+2.*http:\/\/10\.0\.0\.1\/a\.png.*private network/)
  await review.submit('Import 1 new product')
  await runJobs(connection, ctx)
  const complete = await admin.open(checking.path)
  expect(complete.main).toContain('1 of 2 pictures, 1 failed')
  const failed = await complete.follow('View failed pictures')
  expect(failed.heading).toBe('Pictures of this import')
  expect(failed.rows('Pictures').join()).toMatch(/Pictured Oil.*\/gone\.png.*status 404/)
  expect((await failed.follow('Invalid 1')).rows('Pictures').join()).toContain('private network')

  server.answer = () => false
  const retried = await failed.submit('Retry 1 failed picture')
  expect(retried.main).toContain('1 of 2 pictures.')
  await runJobs(connection, ctx)
  expect((await admin.open(retried.path)).main).toContain('2 of 2 pictures.')
  expect((await admin.open('/admin/products?q=pictured')).rows('Products').join()).toContain('Published')
})

test('a ZIP of pictures is reviewed and added to the products that its files name', async ({
  ctx,
  connection,
  admin,
}) => {
  await buildProduct(ctx, { slug: 'zipped-oil', name: 'Zipped Oil' })
  const zip = zipFile([
    ['zipped-oil-1.png', await pictureOf('one')],
    ['zipped-oil-2.png', await pictureOf('two')],
    ['nobody.png', await pictureOf('three')],
  ])
  const content = new Uint8Array(zip)
  const checking = await uploadByForm(admin, '/admin/products/import', [{ name: 'pictures.zip', content }])
  await runJobs(connection, ctx)
  const review = await admin.open(checking.path)
  expect(review.main).toContain('pictures.zip: 1 product.')
  expect(review.rows('Rows').join()).toMatch(/Zipped Oil.*pictures \+2.*nobody\.png.*No product has this SKU/)
  await review.submit('Import 2 pictures')
  await finishImport(await asAdmin(ctx), checking.path.split('/').at(-1) ?? '')
  const imports = await admin.open('/admin/products/import')
  expect(imports.rows('Imports').join()).toContain('Adding pictures, 0%')
  await runJobs(connection, ctx)
  expect((await admin.open(checking.path)).main).toContain('2 of 2 pictures')
})
